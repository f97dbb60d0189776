/* The class SidleWorld of Godot 4: a node that owns a world of sidle.
 *
 * Each method is a row of the table `methods`. Godot calls it with pointers to values, or with
 * Variants, which call_with_variants() turns into such pointers. Arrays are read and written in
 * place: a PackedInt64Array of ids is an array of sidle_unit_id on little-endian machines, and a
 * Vector2 is two floats in all builds of Godot but those with precision=double. */
#include "gdextension_interface.h"
#include "sidle.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_ARGUMENTS = 3, TYPES = GDEXTENSION_VARIANT_TYPE_VARIANT_MAX };

typedef GDExtensionVariantType type;
#define BOOL   GDEXTENSION_VARIANT_TYPE_BOOL
#define INT    GDEXTENSION_VARIANT_TYPE_INT
#define FLOAT  GDEXTENSION_VARIANT_TYPE_FLOAT
#define BYTES  GDEXTENSION_VARIANT_TYPE_PACKED_BYTE_ARRAY
#define IDS    GDEXTENSION_VARIANT_TYPE_PACKED_INT64_ARRAY
#define POINTS GDEXTENSION_VARIANT_TYPE_PACKED_VECTOR2_ARRAY

/* A value of one of these types as Godot lays it out: an array is two pointers. */
typedef union value {
    GDExtensionBool truth;
    int64_t whole;
    double number;
    void *array[2];
} value;

/* A StringName or a String. */
typedef struct text {
    void *data;
} text;

/* ---- functions of Godot ---- */

static struct {
    GDExtensionInterfaceGetProcAddress find;
    GDExtensionClassLibraryPtr owner; /* of the class: this extension */
    GDExtensionInterfacePrintError print_error;
    GDExtensionInterfaceStringNameNewWithLatin1Chars make_name;
    GDExtensionInterfaceVariantGetType type_of;
    GDExtensionInterfacePackedByteArrayOperatorIndexConst bytes;
    GDExtensionInterfacePackedInt64ArrayOperatorIndexConst ids;
    GDExtensionInterfacePackedInt64ArrayOperatorIndex own_ids;
    GDExtensionInterfacePackedVector2ArrayOperatorIndexConst points;
    GDExtensionInterfacePackedVector2ArrayOperatorIndex own_points;
    GDExtensionInterfaceClassdbConstructObject construct_object;
    GDExtensionInterfaceObjectSetInstance set_instance;
} godot;

static struct {
    GDExtensionTypeFromVariantConstructorFunc from_variant;
    GDExtensionVariantFromTypeConstructorFunc to_variant;
    /* Of arrays; else NULL. */
    GDExtensionPtrConstructor construct;
    GDExtensionPtrDestructor destroy;
    GDExtensionPtrBuiltInMethod size, resize;
} calls[TYPES];

#define FIND(pointer, name) pointer = (__typeof__(pointer))(void *)godot.find(name)

static text name_of(const char *latin1) {
    text made;
    godot.make_name((void *)&made, latin1, true);
    return made;
}

static void find_calls_of(type type) {
    GDExtensionInterfaceGetVariantToTypeConstructor FIND(to, "get_variant_to_type_constructor");
    GDExtensionInterfaceGetVariantFromTypeConstructor FIND(from,
                                                           "get_variant_from_type_constructor");
    calls[type].from_variant = to(type);
    calls[type].to_variant = from(type);
}

static void find_calls_of_array(type type) {
    GDExtensionInterfaceVariantGetPtrConstructor FIND(constructor, "variant_get_ptr_constructor");
    GDExtensionInterfaceVariantGetPtrDestructor FIND(destructor, "variant_get_ptr_destructor");
    GDExtensionInterfaceVariantGetPtrBuiltinMethod FIND(method, "variant_get_ptr_builtin_method");
    text size = name_of("size"), resize = name_of("resize");
    find_calls_of(type);
    calls[type].construct = constructor(type, 0);
    calls[type].destroy = destructor(type);
    /* Godot finds a method by a hash of its parameters, too: see extension_api.json. */
    calls[type].size = method(type, (void *)&size, 3173160232);
    calls[type].resize = method(type, (void *)&resize, 848867239);
}

static void find_calls(void) {
    FIND(godot.print_error, "print_error");
    FIND(godot.make_name, "string_name_new_with_latin1_chars");
    FIND(godot.type_of, "variant_get_type");
    FIND(godot.bytes, "packed_byte_array_operator_index_const");
    FIND(godot.ids, "packed_int64_array_operator_index_const");
    FIND(godot.own_ids, "packed_int64_array_operator_index");
    FIND(godot.points, "packed_vector2_array_operator_index_const");
    FIND(godot.own_points, "packed_vector2_array_operator_index");
    FIND(godot.construct_object, "classdb_construct_object");
    FIND(godot.set_instance, "object_set_instance");
    find_calls_of(BOOL);
    find_calls_of(INT);
    find_calls_of(FLOAT);
    find_calls_of_array(BYTES);
    find_calls_of_array(IDS);
    find_calls_of_array(POINTS);
}

/* ---- values ---- */

/* A number that does not fit into 32 bits becomes UINT32_MAX, which sidle refuses. */
static uint32_t whole(const void *from) {
    int64_t found = *(const int64_t *)from;
    return found >= 0 && found < UINT32_MAX ? (uint32_t)found : UINT32_MAX;
}

static float number(const void *from) {
    return (float)*(const double *)from;
}

static uint32_t size_of(type type, const void *array) {
    int64_t size = 0;
    calls[type].size((void *)array, NULL, (void *)&size, 0);
    return (uint32_t)size;
}

static void resize(type type, void *array, int64_t size) {
    const void *arguments[] = {&size};
    int64_t error;
    calls[type].resize(array, (const GDExtensionConstTypePtr *)arguments, (void *)&error, 1);
}

typedef struct ids {
    const sidle_unit_id *at;
    uint32_t count;
} ids;

static ids ids_in(const void *array) {
    uint32_t count = size_of(IDS, array);
    return (ids){count ? (const void *)godot.ids(array, 0) : NULL, count};
}

typedef struct points {
    const sidle_vec2 *at;
    uint32_t count;
} points;

static points points_in(const void *array) {
    uint32_t count = size_of(POINTS, array);
    return (points){count ? (const void *)godot.points(array, 0) : NULL, count};
}

static bool complain(const char *text, const char *method) {
    godot.print_error(text, method, __FILE__, __LINE__, false);
    return false;
}

static bool succeeds(sidle_result result, const char *method) {
    return result == SIDLE_OK || complain(sidle_result_text(result), method);
}

/* ---- methods ---- */

typedef struct node {
    sidle_world *world; /* NULL before create() */
} node;

/* in: the values of the arguments. out: an empty array, or room for another value. */
typedef void call(node *self, const void *const *in, value *out);

static void create(node *self, const void *const *in, value *out) {
    sidle_world_def def = sidle_world_def_default();
    uint32_t cells = size_of(BYTES, in[2]);
    sidle_world *made;
    out->truth = false;
    def.width = whole(in[0]);
    def.height = whole(in[1]);
    def.cells = cells ? godot.bytes(in[2], 0) : NULL;
    if (cells && cells != (uint64_t)def.width * def.height) {
        complain("expected no cells or width * height of them", "create");
        return;
    }
    if (!succeeds(sidle_world_create(&def, &made), "create")) return;
    sidle_world_destroy(self->world);
    self->world = made;
    out->truth = true;
}

static void add_profile(node *self, const void *const *in, value *out) {
    sidle_profile profile = sidle_profile_of(number(in[0]), number(in[1]));
    sidle_profile_id id;
    bool added = succeeds(sidle_profile_add(self->world, &profile, &id), "add_profile");
    out->whole = added ? (int64_t)id.index : -1;
}

static void create_units(node *self, const void *const *in, value *out) {
    sidle_unit_def def = sidle_unit_def_default();
    points positions = points_in(in[0]);
    sidle_result result = SIDLE_OK;
    uint32_t made = 0;
    def.profile.index = whole(in[1]);
    resize(IDS, out, positions.count);
    sidle_unit_id *to = positions.count ? (void *)godot.own_ids((void *)out, 0) : NULL;
    for (; made < positions.count && !result; made += !result) {
        def.position = positions.at[made];
        result = sidle_unit_create(self->world, &def, &to[made]);
    }
    if (succeeds(result, "create_units")) return;
    while (made) sidle_unit_destroy(self->world, to[--made]);
    resize(IDS, out, 0);
}

/* Makes the call for each unit, also after one of them was refused. */
static bool each(node *self, ids units, sidle_result change(sidle_world *, sidle_unit_id),
                 const char *method) {
    sidle_result first = SIDLE_OK;
    for (uint32_t k = 0; k < units.count; k++) {
        sidle_result result = change(self->world, units.at[k]);
        first = first ? first : result;
    }
    return succeeds(first, method);
}

static void destroy_units(node *self, const void *const *in, value *out) {
    out->truth = each(self, ids_in(in[0]), sidle_unit_destroy, "destroy_units");
}

static void stop(node *self, const void *const *in, value *out) {
    out->truth = each(self, ids_in(in[0]), sidle_unit_stop, "stop");
}

static void go(node *self, const void *const *in, value *out) {
    ids units = ids_in(in[0]);
    points goals = points_in(in[1]);
    size_t stride = goals.count == 1 ? 0 : sizeof *goals.at;
    if (goals.count != 1 && goals.count != units.count) {
        out->truth = complain("expected one goal, or one for each unit", "go");
        return;
    }
    out->truth =
        succeeds(sidle_units_go(self->world, units.at, units.count, goals.at, stride, NULL), "go");
}

static void set_path(node *self, const void *const *in, value *out) {
    ids units = ids_in(in[0]);
    points waypoints = points_in(in[1]);
    sidle_path path = {waypoints.at, waypoints.count};
    out->truth = succeeds(sidle_units_set_path(self->world, units.at, units.count, &path, 0, NULL),
                          "set_path");
}

static void step(node *self, const void *const *in, value *out) {
    out->truth = succeeds(sidle_world_step(self->world, number(in[0])), "step");
}

static void positions(node *self, const void *const *in, value *out) {
    ids units = ids_in(in[0]);
    resize(POINTS, out, units.count);
    if (!units.count) return;
    sidle_vec2 *to = (void *)godot.own_points((void *)out, 0);
    /* The library leaves out a unit that does not live. */
    for (uint32_t k = 0; k < units.count; k++) to[k] = (sidle_vec2){INFINITY, INFINITY};
    sidle_columns columns = {.positions = {.to = to}};
    succeeds(sidle_units_read(self->world, units.at, units.count, &columns), "positions");
}

/* ---- the table of methods ---- */

typedef struct method {
    const char *name;
    call *call;
    type gives;
    uint32_t count;
    type takes[MOST_ARGUMENTS];
    const char *names[MOST_ARGUMENTS];
} method;

static const method methods[] = {
    {"create", create, BOOL, 3, {INT, INT, BYTES}, {"width", "height", "cells"}},
    {"add_profile", add_profile, INT, 2, {FLOAT, FLOAT}, {"radius", "top_speed"}},
    {"create_units", create_units, IDS, 2, {POINTS, INT}, {"positions", "profile"}},
    {"destroy_units", destroy_units, BOOL, 1, {IDS}, {"ids"}},
    {"go", go, BOOL, 2, {IDS, POINTS}, {"ids", "goals"}},
    {"set_path", set_path, BOOL, 2, {IDS, POINTS}, {"ids", "waypoints"}},
    {"stop", stop, BOOL, 1, {IDS}, {"ids"}},
    {"step", step, BOOL, 1, {FLOAT}, {"dt"}},
    {"positions", positions, POINTS, 1, {IDS}, {"ids"}},
};

static void call_with_values(void *of, GDExtensionClassInstancePtr self,
                             const GDExtensionConstTypePtr *in, GDExtensionTypePtr out) {
    ((const method *)of)->call((node *)self, (const void *const *)in, (value *)out);
}

static bool refuse(GDExtensionCallError *error, GDExtensionCallErrorType why, int at,
                   int expected) {
    *error = (GDExtensionCallError){why, at, expected};
    return false;
}

static bool can_take(const method *m, const GDExtensionConstVariantPtr *in, GDExtensionInt count,
                     GDExtensionCallError *error) {
    if (count < m->count)
        return refuse(error, GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS, 0, (int)m->count);
    if (count > m->count)
        return refuse(error, GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS, 0, (int)m->count);
    for (int k = 0; k < (int)m->count; k++) {
        type found = godot.type_of(in[k]);
        if (found != m->takes[k] && !(found == INT && m->takes[k] == FLOAT))
            return refuse(error, GDEXTENSION_CALL_ERROR_INVALID_ARGUMENT, k, m->takes[k]);
    }
    return true;
}

static void call_with_variants(void *of, GDExtensionClassInstancePtr self,
                               const GDExtensionConstVariantPtr *in, GDExtensionInt count,
                               GDExtensionVariantPtr out, GDExtensionCallError *error) {
    const method *m = of;
    value taken[MOST_ARGUMENTS], given = {0};
    const void *at[MOST_ARGUMENTS];
    if (!can_take(m, in, count, error)) return;
    for (uint32_t k = 0; k < m->count; k++) {
        type found = godot.type_of(in[k]);
        calls[found].from_variant((void *)&taken[k], (void *)in[k]);
        if (found != m->takes[k]) taken[k].number = (double)taken[k].whole;
        at[k] = &taken[k];
    }
    if (calls[m->gives].construct) calls[m->gives].construct((void *)&given, NULL);
    m->call((node *)self, at, &given);
    calls[m->gives].to_variant((void *)out, (void *)&given);
    if (calls[m->gives].destroy) calls[m->gives].destroy((void *)&given);
    for (uint32_t k = 0; k < m->count; k++)
        if (calls[m->takes[k]].destroy) calls[m->takes[k]].destroy((void *)&taken[k]);
}

/* ---- the class ---- */

static GDExtensionObjectPtr make_node(void *unused) {
    (void)unused;
    text parent = name_of("Node"), class = name_of("SidleWorld");
    GDExtensionObjectPtr object = godot.construct_object((void *)&parent);
    godot.set_instance(object, (void *)&class, calloc(1, sizeof(node)));
    return object;
}

static void free_node(void *unused, GDExtensionClassInstancePtr self) {
    (void)unused;
    sidle_world_destroy(((node *)self)->world);
    free(self);
}

static void register_method(const method *m) {
    GDExtensionInterfaceClassdbRegisterExtensionClassMethod FIND(
        add, "classdb_register_extension_class_method");
    text class = name_of("SidleWorld"), name = name_of(m->name), none = name_of(""), hint = {NULL};
    text names[MOST_ARGUMENTS];
    GDExtensionPropertyInfo takes[MOST_ARGUMENTS];
    GDExtensionPropertyInfo gives = {m->gives, (void *)&none, (void *)&none, 0, (void *)&hint, 6};
    GDExtensionClassMethodArgumentMetadata metadata[MOST_ARGUMENTS] = {0};
    for (uint32_t k = 0; k < m->count; k++) {
        names[k] = name_of(m->names[k]);
        takes[k] = gives;
        takes[k].type = m->takes[k];
        takes[k].name = (void *)&names[k];
    }
    GDExtensionClassMethodInfo info = {
        .name = (void *)&name,
        .method_userdata = (void *)m,
        .call_func = call_with_variants,
        .ptrcall_func = call_with_values,
        .method_flags = GDEXTENSION_METHOD_FLAGS_DEFAULT,
        .has_return_value = true,
        .return_value_info = &gives,
        .argument_count = m->count,
        .arguments_info = takes,
        .arguments_metadata = metadata,
    };
    add(godot.owner, (void *)&class, &info);
}

static void initialize(void *unused, GDExtensionInitializationLevel level) {
    (void)unused;
    if (level != GDEXTENSION_INITIALIZATION_SCENE) return;
    find_calls();
    GDExtensionInterfaceClassdbRegisterExtensionClass2 FIND(add,
                                                            "classdb_register_extension_class2");
    text class = name_of("SidleWorld"), parent = name_of("Node");
    GDExtensionClassCreationInfo2 info = {
        .is_exposed = true, .create_instance_func = make_node, .free_instance_func = free_node};
    add(godot.owner, (void *)&class, (void *)&parent, &info);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) register_method(&methods[k]);
}

static void deinitialize(void *unused, GDExtensionInitializationLevel level) {
    (void)unused;
    if (level != GDEXTENSION_INITIALIZATION_SCENE) return;
    GDExtensionInterfaceClassdbUnregisterExtensionClass FIND(remove,
                                                             "classdb_unregister_extension_class");
    text class = name_of("SidleWorld");
    remove(godot.owner, (void *)&class);
}

#ifdef _WIN32
__declspec(dllexport)
#else
__attribute__((visibility("default")))
#endif
    GDExtensionBool
    sidle_godot_init(GDExtensionInterfaceGetProcAddress find, GDExtensionClassLibraryPtr library,
                     GDExtensionInitialization *to) {
    godot.find = find;
    godot.owner = library;
    *to = (GDExtensionInitialization){GDEXTENSION_INITIALIZATION_SCENE, NULL, initialize,
                                      deinitialize};
    return true;
}
