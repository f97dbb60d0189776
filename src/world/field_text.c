/* A field in words, and the difference of two worlds. */
#include "base/text.h"
#include "world/fields.h"

/* Digits behind the point that tell apart two floats of a world of some u; and the most before it
 * for which they are all written. */
enum { DECIMALS = 9, DECIMAL_ROOM = 1000000000 };

static const double WRITTEN_MOST = 1e9;

/* A number with as many decimals as it has, up to DECIMALS; a larger one by its power of ten. */
static void write_real(text *t, double number) {
    if (!(number <= 0) && !(number >= 0)) {
        write_words(t, "not a number");
        return;
    }
    if (number < 0) write_words(t, "-");
    double size = number < 0 ? -number : number;
    uint32_t power = 0;
    for (; size >= WRITTEN_MOST && power < 400; power++) size /= 10;
    if (size >= WRITTEN_MOST) {
        write_words(t, "infinite");
        return;
    }
    uint64_t all = (uint64_t)(size * DECIMAL_ROOM + 0.5), rest = all % DECIMAL_ROOM;
    write_whole(t, all / DECIMAL_ROOM);
    if (rest) write_words(t, ".");
    for (uint64_t one = DECIMAL_ROOM / 10; rest; one /= 10) {
        write_whole(t, rest / one);
        rest %= one;
    }
    if (power) write_words(t, "e");
    if (power) write_whole(t, power);
}

static void write_signed(text *t, int32_t number) {
    if (number < 0) write_words(t, "-");
    write_whole(t, (uint64_t)(number < 0 ? -(int64_t)number : number));
}

static void write_unit(text *t, sidle_unit_id id) {
    if (!id.slot) {
        write_words(t, "none");
        return;
    }
    write_words(t, "unit ");
    write_whole(t, id.slot);
    if (id.generation == 1) return;
    write_words(t, " of generation ");
    write_whole(t, id.generation);
}

static void write_value_of(text *t, const sidle_field *f) {
    switch (f->type) {
    case SIDLE_FIELD_WHOLE: write_whole(t, f->bits); break;
    case SIDLE_FIELD_SIGNED: write_signed(t, (int8_t)(uint8_t)f->bits); break;
    case SIDLE_FIELD_PAIR:
        write_signed(t, pair_of_value(f->bits).x);
        write_words(t, ",");
        write_signed(t, pair_of_value(f->bits).y);
        break;
    case SIDLE_FIELD_FLOAT: write_real(t, (double)float_of_value(f->bits)); break;
    case SIDLE_FIELD_DOUBLE: write_real(t, double_of_value(f->bits)); break;
    case SIDLE_FIELD_POINT:
        write_real(t, (double)vec_of_value(f->bits).x);
        write_words(t, ",");
        write_real(t, (double)vec_of_value(f->bits).y);
        break;
    case SIDLE_FIELD_UNIT: write_unit(t, id_of_value(f->bits)); break;
    default: break;
    }
}

static void write_field_name(text *t, const sidle_field *f) {
    write_words(t, f->group);
    if (*f->group) write_words(t, " ");
    bool counted = !strcmp(f->name, "point") || !strcmp(f->group, "profile") ||
                   !strcmp(f->group, "free slot") || !strcmp(f->group, "group") ||
                   !strcmp(f->name, "class");
    if (counted) write_whole(t, f->index);
    if (counted) write_words(t, " ");
    write_words(t, f->name);
}

/* Values that differ by less than the digits tell have the bits as well. */
static bool looks_the_same(const sidle_field *a, const sidle_field *b) {
    char of_a[64], of_b[64];
    text t = {.to = of_a, .room = sizeof of_a - 1};
    write_value_of(&t, a);
    end_text(&t, of_a, sizeof of_a);
    t = (text){.to = of_b, .room = sizeof of_b - 1};
    write_value_of(&t, b);
    end_text(&t, of_b, sizeof of_b);
    return !strcmp(of_a, of_b);
}

static void write_difference(text *t, const sidle_difference *d) {
    if (d->unit.slot) {
        write_unit(t, d->unit);
        write_words(t, ": ");
    }
    write_field_name(t, &d->a);
    write_words(t, " is ");
    write_value_of(t, &d->a);
    write_words(t, " in the one and ");
    write_value_of(t, &d->b);
    write_words(t, " in the other");
    if (strcmp(d->a.name, d->b.name) != 0 || strcmp(d->a.group, d->b.group) != 0) {
        write_words(t, ", which has ");
        write_field_name(t, &d->b);
    } else if (looks_the_same(&d->a, &d->b))
        write_words(t, ", which differs in its last places");
}

size_t sidle_difference_text(const sidle_difference *difference, char *buffer, size_t size) {
    if (buffer && size) buffer[0] = 0;
    if (!difference || !difference->a.name || (!buffer && size)) return 0;
    text t = {.to = buffer, .room = size ? size - 1 : 0};
    write_difference(&t, difference);
    return end_text(&t, buffer, size);
}
