/* `sidle convert`: a scene as another kind of file. */
#include "commands.h"
#include "input/drawing_of.h"
#include "scene_arguments.h"
#include "terminal/output.h"
#include "terminal/text.h"
#include "tiled/draw.h"
#include "tiled/tiled_map.h"

#include <stdlib.h>
#include <string.h>

static const char USAGE[] =
    "usage: sidle convert FROM TO\n"
    "\n"
    "Writes a scene as another kind of file. FROM is a fixture (.map), a map of Tiled (.tmx,\n"
    ".tmj), a picture whose pixels are cells (.png), a scenario (.scen) or a generated scene\n"
    "(@name). TO ends in .map, .tmx or .tmj; beside a map of Tiled stands the picture of its\n"
    "tiles. docs/tiled.md says how maps are drawn in Tiled.\n";

static bool write_drawing(const char *file, const drawing *d, complaints *to) {
    if (has_ending(file, ".tmx") || has_ending(file, ".tmj")) return tiled_map_write(file, d, to);
    char *text = drawing_text(d);
    bool good = output_write(file, text, strlen(text), to);
    free(text);
    return good;
}

/* A drawing that becomes a fixture is read all the same, so that what is wrong with it is told. */
static void convert(const char *from, const char *target, const load_options *load,
                    complaints *to) {
    scene read;
    drawing d;
    if (!load_scene(from, load, &read, to)) return;
    bool drawn = draws(from) && has_ending(target, ".map");
    if (drawn ? draw(from, &d, to) : drawing_of(&read, &d, to)) {
        write_drawing(target, &d, to);
        drawing_free(&d);
    }
    scene_free(&read);
}

int command_convert(int argc, char **argv) {
    complaints to = {.out = stderr};
    scene_arguments a = scene_arguments_default();
    int first;
    const option_row rows[] = {scene_row(&a, "map"), scene_row(&a, "units"), scene_row(&a, "seed")};
    const option_table table = {"convert", USAGE, rows, sizeof rows / sizeof *rows, NULL};
    if (!options_read(&table, argc, argv, &first, &to)) return status_of(&to);
    if (argc - first != 2) {
        complain(&to, "sidle convert", 0, 0, "found %d file names, expected two", argc - first);
        return status_of(&to);
    }
    const char *target = argv[first + 1];
    if (!has_ending(target, ".map") && !has_ending(target, ".tmx") && !has_ending(target, ".tmj"))
        complain(&to, target, 0, 0,
                 "found this name, expected one that ends in .map, .tmx or .tmj");
    else if (output_allowed(target, &to))
        convert(argv[first], target, &a.load, &to);
    return status_of(&to);
}
