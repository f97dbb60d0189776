/* ffmpeg reads raw frames from a pipe and writes a temporary file, as some formats want a file that
 * can be gone back in. The film takes its place once it is whole. */
#include "film.h"

#include "support/checked_memory.h"
#include "terminal/output.h"
#include "terminal/text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { LONGEST = 512 };

struct film {
    const char *file;
    char temporary[LONGEST];
    int frames; /* the end of the pipe that we write */
    pid_t process;
};

/* Behind the input: what each kind wants. A GIF gets a palette of its own; an MP4 even sides. */
static const char *const GIF[] = {
    "-filter_complex",
    "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none",
    "-loop",
    "0",
    "-f",
    "gif",
    NULL};
static const char *const APNG[] = {"-plays", "0", "-f", "apng", NULL};
static const char *const MP4[] = {"-vf",       "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                  "-pix_fmt",  "yuv420p",
                                  "-movflags", "+faststart",
                                  "-f",        "mp4",
                                  NULL};
static const char *const *const ENDS[FILM_KINDS] = {GIF, APNG, MP4};
static const char *const NAMES[FILM_KINDS] = {"--gif", "--apng", "--mp4"};

static bool make_temporary(film *f, complaints *to) {
    const char *folder = getenv("TMPDIR");
    if (!folder || !*folder) folder = "/tmp";
    int length = snprintf(f->temporary, LONGEST, "%s/sidle-film-XXXXXX", folder);
    int handle = length < LONGEST ? mkstemp(f->temporary) : -1;
    if (handle >= 0) {
        close(handle);
        return true;
    }
    complain_of_machine(to, folder, "no temporary file can be made there: %s", strerror(errno));
    return false;
}

static int spawn(film *f, film_kind kind, const canvas *first, float rate, const int ends[2]) {
    char size[32], frames[32];
    enum { MOST = 40 };
    const char *arguments[MOST] = {"ffmpeg", "-nostdin", "-y",       "-loglevel", "error",
                                   "-f",     "rawvideo", "-pix_fmt", "rgb24",     "-s",
                                   size,     "-r",       frames,     "-i",        "pipe:0"};
    int count = 15;
    snprintf(size, sizeof size, "%dx%d", first->width, first->height);
    snprintf(frames, sizeof frames, "%g", (double)rate);
    for (const char *const *more = ENDS[kind]; *more; more++) arguments[count++] = *more;
    arguments[count++] = f->temporary;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    int wrong =
        posix_spawnp(&f->process, "ffmpeg", &actions, NULL, (char **)(uintptr_t)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return wrong;
}

/* Neither end may reach the ffmpeg of another film, which would wait for it to be closed. */
static int make_pipe(int ends[2]) {
    if (pipe(ends)) return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
}

film *film_open(const char *file, film_kind kind, const canvas *first, float frames_a_second,
                complaints *to) {
    int ends[2];
    film *f = checked_calloc(1, sizeof *f);
    *f = (film){.file = file ? file : "a film"};
    bool good = (!file || output_allowed(file, to)) && make_temporary(f, to);
    if (good && make_pipe(ends)) {
        complain_of_machine(to, f->file, "no pipe can be made: %s", strerror(errno));
        unlink(f->temporary);
        good = false;
    }
    if (good) {
        int wrong = spawn(f, kind, first, frames_a_second, ends);
        close(ends[0]);
        f->frames = ends[1];
        if (!wrong) return f;
        close(ends[1]);
        unlink(f->temporary);
        complain_of_machine(to, NAMES[kind],
                            "films need ffmpeg, which cannot be started: %s (Debian: "
                            "apt install ffmpeg); --png needs nothing more",
                            strerror(wrong));
    }
    free(f);
    return NULL;
}

bool film_frame(film *f, const canvas *frame, complaints *to) {
    const uint8_t *at = frame->pixels;
    size_t left = 3 * (size_t)frame->width * (size_t)frame->height;
    while (left) {
        ssize_t written = write(f->frames, at, left);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            complain_of_machine(to, f->file, "ffmpeg takes no more frames: %s", strerror(errno));
            return false;
        }
        at += written;
        left -= (size_t)written;
    }
    return true;
}

uint8_t *film_end(film *f, bool good, size_t *size, complaints *to) {
    int status = 0;
    uint8_t *bytes = NULL;
    close(f->frames);
    while (waitpid(f->process, &status, 0) < 0 && errno == EINTR) continue;
    bool ended = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (good && !ended) complain_of_machine(to, f->file, "ffmpeg has failed; its message is above");
    if (good && ended) bytes = (uint8_t *)bytes_of(f->temporary, size, to);
    unlink(f->temporary);
    free(f);
    return bytes;
}

bool film_close(film *f, bool good, complaints *to) {
    if (!f) return true;
    size_t size;
    const char *file = f->file;
    uint8_t *bytes = film_end(f, good, &size, to);
    bool written = bytes && output_write(file, bytes, size, to);
    free(bytes);
    return written;
}
