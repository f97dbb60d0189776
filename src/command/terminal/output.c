/* Files that are written whole or not at all, and a standard output whose loss is noticed. */
#include "output.h"

#include "support/checked_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- standard output ---- */

/* A standard stream that was closed is opened again, so that its number is not given to the next
 * file. It is opened in the wrong direction, so that a write to it fails as it would have. */
static void keep_streams_apart(void) {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) {
            int useless = stream == STDIN_FILENO ? O_WRONLY : O_RDONLY;
            if (open("/dev/null", useless) < 0) return;
        }
}

void output_begin(void) {
    keep_streams_apart();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* beyond the limit of a file's size */
}

static int reason; /* errno of the first write that failed; 0: unknown */

bool output_lost(void) {
    if (fflush(stdout) && !reason) reason = errno;
    return ferror(stdout) != 0;
}

int output_end(int status) {
    bool lost = output_lost();
    if (fclose(stdout) && !lost) lost = true, reason = errno;
    if (!lost) return status;
    fprintf(stderr, "sidle: standard output cannot be written%s%s\n", reason ? ": " : "",
            reason ? strerror(reason) : "");
    return status == EXIT_DONE ? EXIT_MACHINE : status;
}

/* ---- text ---- */

FILE *text_begin(text_stream *t) {
    t->out = open_memstream(&t->text, &t->size);
    if (!t->out) out_of_memory();
    return t->out;
}

char *text_end(text_stream *t) {
    bool lost = ferror(t->out) != 0;
    if (fclose(t->out) || lost || !t->text) out_of_memory();
    return t->text;
}

void output_word(FILE *out, const char *word) {
    size_t plain = strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-./=,@+:%");
    if (*word && !word[plain]) {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", out);
        else
            fputc(*word, out);
    fputc('\'', out);
}

void output_lines(FILE *out, const char *before, const char *text) {
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        fprintf(out, "%s%.*s\n", before, (int)length, text);
    }
}

/* ---- files ---- */

enum { LONGEST = PATH_MAX };

typedef struct target {
    char path[LONGEST];      /* behind any links */
    char temporary[LONGEST]; /* beside it; "": the file is written directly */
    bool emptied;            /* its old content is gone already */
    int handle;
} target;

/* The length of the folder with its last slash; 0: the present one. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Which of our standard streams goes to this file, as when it is called /dev/stdout; -1: none. */
static int stream_to(const struct stat *file) {
    for (int stream = STDOUT_FILENO; stream <= STDERR_FILENO; stream++) {
        struct stat at;
        if (fstat(stream, &at) == 0 && at.st_dev == file->st_dev && at.st_ino == file->st_ino)
            return stream;
    }
    return -1;
}

static bool find_path(const char *file, char path[LONGEST]) {
    if (realpath(file, path)) return true;
    if (errno != ENOENT || !*file) return false;
    if (strlen(file) < LONGEST) {
        strcpy(path, file);
        return true;
    }
    errno = ENAMETOOLONG;
    return false;
}

/* Is it allowed to write a file of this name, or to replace the one that is there? */
static bool may_write(const char *path) {
    struct stat at;
    char folder[LONGEST];
    if (stat(path, &at) == 0) {
        if (S_ISDIR(at.st_mode)) errno = EISDIR;
        return !S_ISDIR(at.st_mode) && access(path, W_OK) == 0;
    }
    size_t length = folder_length(path);
    memcpy(folder, length ? path : ".", length ? length : 1);
    folder[length ? length : 1] = 0;
    return access(folder, W_OK | X_OK) == 0;
}

/* The temporary file gets the permissions of the file that it will replace, or those of a new one.
 */
static int open_temporary(target *t, const struct stat *replaced) {
    static const char NAME[] = ".sidle-XXXXXX";
    size_t length = folder_length(t->path);
    if (length + sizeof NAME > LONGEST) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(t->temporary, t->path, length);
    memcpy(t->temporary + length, NAME, sizeof NAME);
    int handle = mkstemp(t->temporary);
    mode_t mask = umask(0);
    umask(mask);
    if (handle >= 0) fchmod(handle, replaced ? replaced->st_mode & 0777 : 0666 & ~mask);
    return handle;
}

/* A file that is there already, in a folder that takes no new ones, is written directly, too. */
static int open_for(target *t, const struct stat *at) {
    int stream = at && S_ISREG(at->st_mode) ? stream_to(at) : -1;
    if (stream >= 0) {
        fflush(stdout);
        return dup(stream);
    }
    if (at && !S_ISREG(at->st_mode)) return open(t->path, O_WRONLY);
    int handle = open_temporary(t, at);
    if (handle >= 0) return handle;
    *t->temporary = 0;
    if (!at || errno != EACCES) return -1;
    t->emptied = true;
    return open(t->path, O_WRONLY | O_TRUNC);
}

static bool open_target(const char *file, target *t) {
    struct stat at;
    *t->temporary = 0;
    t->emptied = false;
    if (!find_path(file, t->path) || !may_write(t->path)) return false;
    t->handle = open_for(t, stat(t->path, &at) == 0 ? &at : NULL);
    return t->handle >= 0;
}

static bool write_all(int handle, const char *bytes, size_t size) {
    while (size) {
        ssize_t written = write(handle, bytes, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

bool output_allowed(const char *file, complaints *to) {
    char path[LONGEST];
    if (find_path(file, path) && may_write(path)) return true;
    complain(to, file, 0, 0, "cannot be written: %s", strerror(errno));
    return false;
}

/* After a failure: half a file is worse than none. */
static void discard(const target *t) {
    if (*t->temporary) unlink(t->temporary);
    if (t->emptied && truncate(t->path, 0)) return; /* it stays as it is */
}

static bool write_target(target *t, const void *bytes, size_t size) {
    bool good = write_all(t->handle, bytes, size);
    int wrong = errno;
    if (close(t->handle) && good) good = false, wrong = errno;
    errno = wrong;
    return good && (!*t->temporary || rename(t->temporary, t->path) == 0);
}

bool output_write(const char *file, const void *bytes, size_t size, complaints *to) {
    target t;
    bool opened = open_target(file, &t);
    if (opened && write_target(&t, bytes, size)) return true;
    complain_of_machine(to, file, "cannot be written: %s", strerror(errno));
    if (opened) discard(&t);
    return false;
}

bool output_folder(const char *folder, complaints *to) {
    if (mkdir(folder, 0777) == 0 || errno == EEXIST) return true;
    complain(to, folder, 0, 0, "cannot be made: %s", strerror(errno));
    return false;
}

bool output_json(const char *file, json_t *json, size_t flags, complaints *to) {
    char *text = json_dumps(json, flags);
    if (!text) out_of_memory();
    size_t length = strlen(text);
    text[length++] = '\n'; /* in place of the 0 that ends the text */
    bool good = !file || output_write(file, text, length, to);
    if (!file) fwrite(text, 1, length, stdout); /* output_end notices when it is lost */
    free(text);
    json_decref(json);
    return good;
}
