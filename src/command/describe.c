/* `sidle man` and `sidle completion`. */
#include "commands.h"
#include "scenes/catalogue.h"
#include "terminal/options.h"
#include "terminal/spelling.h"

#include <sidle/sidle.h>
#include <string.h>

/* Calls the describer with the table of each subcommand: the same tables as of the help. */
static void describe_all(option_describer describer, void *context) {
    size_t count;
    const command_row *rows = command_rows(&count);
    options_describe(describer, context);
    for (size_t k = 0; k < count; k++) {
        char *arguments[] = {(char *)(uintptr_t)rows[k].name, NULL};
        rows[k].run(1, arguments);
    }
    options_describe(NULL, NULL);
}

/* ---- the manual page ---- */

/* Text for roff: no line begins with a request. */
static void write_roff(FILE *out, const char *text, size_t length) {
    for (size_t k = 0; k < length && text[k]; k++) {
        bool begins = k == 0 || text[k - 1] == '\n';
        if (begins && (text[k] == '.' || text[k] == '\'')) fputs("\\&", out);
        if (text[k] == '\\')
            fputs("\\e", out);
        else if (text[k] == '-')
            fputs("\\-", out);
        else if (text[k] == '\'')
            fputs("\\(aq", out);
        else if (text[k] == '`')
            fputs("\\(ga", out);
        else
            fputc(text[k], out);
    }
}

static void roff_text(FILE *out, const char *text) {
    write_roff(out, text, strlen(text));
}

static void man_section(const option_table *t, void *context) {
    FILE *out = context;
    fprintf(out, ".SS sidle %s\n.nf\n", t->subcommand);
    roff_text(out, t->usage);
    fputs(".fi\n", out);
    for (size_t k = 0; k < t->count; k++) {
        fputs(".TP\n.B \\-\\-", out);
        roff_text(out, t->rows[k].name);
        if (t->rows[k].value) fputc(' ', out), roff_text(out, t->rows[k].value);
        fputc('\n', out);
        roff_text(out, t->rows[k].help);
        fputc('\n', out);
    }
}

static void man_commands(FILE *out) {
    size_t count;
    const command_row *rows = command_rows(&count);
    for (size_t k = 0; k < count; k++) {
        fprintf(out, ".TP\n.B %s\n", rows[k].name);
        roff_text(out, rows[k].help);
        fputc('\n', out);
    }
}

static void man_page(FILE *out) {
    fprintf(out, ".TH SIDLE 1 \"\" \"sidle %s\" \"User Commands\"\n", SIDLE_VERSION);
    fputs(".SH NAME\nsidle \\- local movement of units: run, watch, compare and tune scenes\n"
          ".SH SYNOPSIS\n.B sidle\n.I COMMAND\n.RI [ ARGUMENTS ]\n.SH COMMANDS\n",
          out);
    man_commands(out);
    fputs(".SH OPTIONS\nEvery command has\n.B \\-\\-help\nas well.\n", out);
    describe_all(man_section, out);
    fputs(".SH SCENES\nGenerated scenes; N and G are numbers.\n.nf\n", out);
    size_t count;
    const char *const *lines = catalogue_lines(&count);
    for (size_t k = 0; k < count; k++) roff_text(out, lines[k]), fputc('\n', out);
    fputs(".fi\n.SH EXIT STATUS\n0: all went well. 1: an expectation or a bound does not hold, or "
          "the "
          "machine failed: no memory, output that was lost. 2: the input or the command line is "
          "wrong; each error is told with its file, line and column.\n",
          out);
}

int command_man(int argc, char **argv) {
    complaints to = {.out = stderr};
    int first;
    static const char USAGE[] = "usage: sidle man\n"
                                "\n"
                                "Prints the manual page. Try: sidle man | man -l -\n";
    const option_table table = {"man", USAGE, NULL, 0, NULL};
    if (!options_read(&table, argc, argv, &first, &to)) return status_of(&to);
    man_page(stdout);
    return EXIT_DONE;
}

/* ---- completion ---- */

static void print_names_of_scenes(FILE *out) {
    size_t count;
    const catalogue_entry *all = catalogue(&count);
    for (size_t k = 0; k < count; k++) fprintf(out, "%s@%s", k ? " " : "", all[k].name);
}

static void print_commands(FILE *out) {
    size_t count;
    const command_row *rows = command_rows(&count);
    for (size_t k = 0; k < count; k++) fprintf(out, "%s%s", k ? " " : "", rows[k].name);
}

static void print_settings(FILE *out) {
    uint32_t count;
    const sidle_param *rows = sidle_params(&count);
    for (uint32_t k = 0; k < count; k++) fprintf(out, "%sdefault.%s=", k ? " " : "", rows[k].name);
}

/* Choices stand in the name of a value: astar|flow; those of a KIND are too many for that. */
static const char *choices_of(const option_row *row) {
    if (row->value && !strcmp(row->value, "KIND")) return "congestion|overlap|waiting|turning";
    bool has = row->value && strchr(row->value, '|') && strncmp(row->value, "FILE", 4) != 0;
    return has ? row->value : NULL;
}

static void print_choices(FILE *out, const char *choices) {
    for (; *choices; choices++) fputc(*choices == '|' ? ' ' : *choices, out);
}

static bool is_file(const option_row *row) {
    return row->value && !strncmp(row->value, "FILE", 4);
}

static void bash_options(const option_table *t, void *context) {
    FILE *out = context;
    fprintf(out, "    %s) options='--help", t->subcommand);
    for (size_t k = 0; k < t->count; k++) fprintf(out, " --%s", t->rows[k].name);
    fprintf(out, "' ;;\n");
}

/* The command and the option, as a pattern of `case`. */
static void bash_values(const option_table *t, void *context) {
    FILE *out = context;
    for (size_t k = 0; k < t->count; k++) {
        const option_row *row = &t->rows[k];
        if (!row->value) continue;
        fprintf(out, "    '%s --%s') ", t->subcommand, row->name);
        if (choices_of(row)) {
            fprintf(out, "values='");
            print_choices(out, choices_of(row));
            fprintf(out, "' ;;\n");
        } else
            fprintf(out, "%s ;;\n",
                    is_file(row)                ? "files=yes"
                    : !strcmp(row->name, "set") ? "values=$settings"
                                                : "return 0");
    }
}

static void print_bash(FILE *out) {
    fputs("# Completion of sidle for bash: source it, or put it where bash-completion looks.\n"
          "_sidle() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    local command=${COMP_WORDS[1]} options='' values='' files=''\n"
          "    local settings='",
          out);
    print_settings(out);
    fputs("'\n    COMPREPLY=()\n    if ((COMP_CWORD == 1)); then\n"
          "        COMPREPLY=($(compgen -W '--help --version ",
          out);
    print_commands(out);
    fputs("' -- \"$word\"))\n        return 0\n    fi\n    case $command in\n", out);
    describe_all(bash_options, out);
    fputs("    esac\n    case \"$command $before\" in\n", out);
    describe_all(bash_values, out);
    fputs("    'completion completion') values='bash zsh' ;;\n    esac\n"
          "    if [[ -n $values ]]; then\n"
          "        COMPREPLY=($(compgen -W \"$values\" -- \"$word\"))\n"
          "        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2> /dev/null\n"
          "    elif [[ $word == -* && -z $files ]]; then\n"
          "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
          "    elif [[ $word == @* && -z $files ]]; then\n"
          "        COMPREPLY=($(compgen -W '",
          out);
    print_names_of_scenes(out);
    fputs("' -- \"$word\"))\n"
          "    else\n"
          "        compopt -o filenames 2> /dev/null\n"
          "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
          "    fi\n    return 0\n}\ncomplete -F _sidle sidle\n",
          out);
}

/* Text in single quotes, and for _arguments: without brackets and colons. */
static void write_zsh(FILE *out, const char *text, size_t length) {
    for (size_t k = 0; k < length && text[k]; k++)
        if (text[k] == '\'')
            fputs("'\\''", out);
        else if (text[k] == '[' || text[k] == ']' || text[k] == ':')
            fprintf(out, "\\%c", text[k]);
        else
            fputc(text[k] == '\n' ? ' ' : text[k], out);
}

static void zsh_row(FILE *out, const option_row *row) {
    fprintf(out, " \\\n            '%s--%s[", row->kind == OPTION_LIST ? "*" : "", row->name);
    write_zsh(out, row->help, strlen(row->help));
    fputc(']', out);
    if (row->value) {
        fputc(':', out);
        write_zsh(out, row->value, strlen(row->value));
        fputc(':', out);
    }
    if (choices_of(row)) {
        fputc('(', out);
        print_choices(out, choices_of(row));
        fputc(')', out);
    } else if (is_file(row))
        fputs("_files", out);
    else if (!strcmp(row->name, "set"))
        fputs("compadd -S \"\" -- $settings", out);
    fputc('\'', out);
}

static void zsh_command(const option_table *t, void *context) {
    FILE *out = context;
    bool scripts = !strcmp(t->subcommand, "completion");
    fprintf(out, "        %s) _arguments '--help[prints this text]'", t->subcommand);
    for (size_t k = 0; k < t->count; k++) zsh_row(out, &t->rows[k]);
    fprintf(out, " \\\n            '*: :%s' ;;\n", scripts ? "(bash zsh)" : "_sidle_scene");
}

static void print_zsh(FILE *out) {
    size_t count;
    const command_row *rows = command_rows(&count);
    fputs("#compdef sidle\n# Completion of sidle for zsh: put it as _sidle where fpath leads.\n"
          "_sidle_scene() {\n    compadd -- ",
          out);
    print_names_of_scenes(out);
    fputs("\n    _files\n}\n_sidle() {\n    local -a commands settings\n    settings=(", out);
    print_settings(out);
    fputs(")\n    commands=(\n", out);
    for (size_t k = 0; k < count; k++) {
        fprintf(out, "        '%s:", rows[k].name);
        write_zsh(out, rows[k].help, strlen(rows[k].help));
        fputs("'\n", out);
    }
    fputs(
        "    )\n    if ((CURRENT == 2)); then\n        _describe command commands\n        return\n"
        "    fi\n    local command=$words[2]\n    shift words\n    ((CURRENT--))\n"
        "    case $command in\n",
        out);
    describe_all(zsh_command, out);
    fputs("    esac\n}\nif [[ $funcstack[1] == _sidle ]]; then _sidle \"$@\"; else compdef _sidle "
          "sidle; fi\n",
          out);
}

int command_completion(int argc, char **argv) {
    complaints to = {.out = stderr};
    int first;
    static const char *const SHELLS[] = {"bash", "zsh"};
    static const char USAGE[] =
        "usage: sidle completion bash|zsh\n"
        "\n"
        "Prints the completion of commands, options, scenes and parameters for a shell. Try:\n"
        "  source <(sidle completion bash)\n";
    const option_table table = {"completion", USAGE, NULL, 0, NULL};
    if (!options_read(&table, argc, argv, &first, &to)) return status_of(&to);
    const char *shell = argc - first == 1 ? argv[first] : "";
    if (!strcmp(shell, "bash"))
        print_bash(stdout);
    else if (!strcmp(shell, "zsh"))
        print_zsh(stdout);
    else
        complain(&to, "sidle completion", 0, 0, "found '%s', expected bash or zsh%s", shell,
                 did_you_mean("", shell, strlen(shell), NAMES_OF(SHELLS, 2)).text);
    return status_of(&to);
}
