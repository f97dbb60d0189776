/* The data of a world, and who may write it when.
 *
 * `units` is the lasting state, sorted by place every few ticks. `bodies` stands in the same order:
 * unit k is body k. What it holds is as the tick began until the last phase, and so are places: a
 * unit reads others there, or those fields of their records that no unit writes in the same phase,
 * so that nobody sees half a phase, and neither the order of units nor that of threads matters:
 * profiles, ranks and teams change between ticks only; goals, orders and targets while steers are
 * made; what was seen and decided while decisions are made; headings while they move; positions,
 * what they announce and who waits for whom in the last phase.
 *
 * A unit is what every tick touches, a cold what looks and orders touch; what few units ever need
 * is in a block of its own.
 */
#ifndef SIDLE_STATE_H
#define SIDLE_STATE_H

#include "base/vec.h"
#include "world/route.h"
#include "world/terrain.h"

#include <sidle/sidle.h>

/* A unit that is not under way stands: nobody moves it, and it will not go away. One that
 * arrived stands too, but makes room for those that share its goal. Of those that stand, some are
 * still: this tick leaves them as they are. */
enum stance { STANCE_UNDER_WAY, STANCE_STANDING, STANCE_ARRIVED, STANCE_STILL };

/* Which point of the side traces a look chose. */
enum choice { CHOICE_AHEAD, CHOICE_RIGHT, CHOICE_LEFT };

/* What one look gave: rows count look cells ahead, columns look cells to the right. */
typedef struct look_result {
    sidle_vec2 direction;  /* of the trace, length 1 */
    float reach;           /* u */
    sidle_unit_id blocker; /* the unit at the hit, or null */
    uint16_t hit;          /* row of the first cell that is not free; 0: the way is free */
    uint16_t row;          /* of the side traces */
    uint8_t hit_value, ahead, right, left, value;
    int8_t right_at, left_at;   /* columns */
    uint8_t blocker_stance : 2; /* when it was seen */
    uint8_t choice : 2;         /* enum choice */
} look_result;

/* The column chosen. */
static inline int32_t look_result_column(const look_result *s) {
    if (s->choice == CHOICE_AHEAD) return 0;
    return s->choice == CHOICE_RIGHT ? s->right_at : s->left_at;
}

/* Does the unit get on? A detour may lead away from the goal for a while, not for ever. */
typedef struct progress {
    float nearest; /* u, the least way that was left so far; 0: not measured yet */
    float stalled; /* s, since that grew less */
} progress;

/* The escalate up the ladder of a unit that is blocked by units. */
typedef struct escalation {
    float left;         /* s, of this step */
    float calm;         /* s, since the way was last blocked */
    float backoff;      /* s, the present pause between two requests */
    float backoff_left; /* s, until the next request */
    int8_t side;        /* of the last detour: 1 right, -1 left, 0 none */
    uint8_t rung;       /* index into the profile's ladder */
    uint8_t step;       /* sidle_step in pass_mode */
    bool on : 1;        /* climbing */
    bool refused : 1;   /* the host's path was too long: the ladder goes on at once */
} escalation;

enum unit_flags {
    UNIT_ALIVE = 1,
    UNIT_UNDER_WAY = 2,      /* its order wants it to be elsewhere */
    UNIT_ARRIVED = 4,        /* rests at its goal */
    UNIT_GUIDED = 8,         /* the host steers point by point */
    UNIT_LOOK = 16,          /* looks in the next tick, whatever its turn */
    UNIT_LOOKED = 32,        /* `seen` belongs to the present order */
    UNIT_TOUCHES = 64,       /* has caught whom it pursues */
    UNIT_REVERSES = 128,     /* drives backwards */
    UNIT_SETTLES = 256,      /* it has arrived behind another unit, and rests when the tick ends */
    UNIT_LAST_LEG = 512,     /* its waypoint is the end of the order */
    UNIT_STEERS = 1024,      /* its waypoint is one that its order gives, and may move */
    UNIT_TIGHT = 2048,       /* its detour leads between bodies that leave it too little room */
    UNIT_QUEUED = 4096,      /* since its last waypoint */
    UNIT_NEW_PATH = 8192,    /* on which it has made no progress yet */
    UNIT_COMES_BACK = 16384, /* to a goal where it has arrived before */
    UNIT_CLEARS = 32768      /* it has come to rest, and perhaps inside others: see rest.c */
};

/* In no line; waits in one; has the turn, but another one that waits is in its way; is on its way.
 */
enum queue_state { QUEUE_NONE, QUEUE_WAITS, QUEUE_TRIES, QUEUE_GOES };

/* Orders beyond those of the host, who is told SIDLE_ORDER_NONE. The unit has fled, or has arrived
 * where it was sent, and still makes room for those that flee from the same danger or go to the
 * same place. */
enum { ORDER_FLED = SIDLE_ORDER_COUNT, ORDER_ARRIVED };

/* Which point a unit makes for: the next one of its path, one that its order gives, or the last
 * place from which the next point of its path was in look_result. */
enum aim { AIM_PATH, AIM_STEER_TARGET, AIM_GOAL, AIM_BACK };

/* What an order wants where the end of a path does not say it. */
typedef struct steer_target {
    sidle_vec2 point; /* u */
    sidle_vec2 drift; /* u/s, velocity of the point, or of the goal that it stands for */
    float halt; /* u, before the point, where the unit comes to rest; < 0: it drives through */
} steer_target;

/* What orders need that are more than a place to go to, from patrols on: a unit gets it with the
 * first of them. */
typedef struct order_state {
    sidle_unit_id target; /* whom the order is about, or null */
    sidle_vec2 about;     /* danger that it flees, or the middle of the area where it wanders */
    double clock;         /* s, since the order was given */
    float range;          /* u, radius of that area */
    sidle_vec2 goal_then; /* where the goal was when the unit came to rest, or got its path */
    steer_target steer_target;
    sidle_vec2 guide;
    route *rounds; /* of a patrol */
} order_state;

/* The order_state of who has none: nobody writes to it. */
SIDLE_INTERNAL_DATA const order_state NO_ORDER_STATE;

/* What a unit keeps in cold for when it looks, or gets an order: most ticks go by without. */
typedef struct cold {
    uint64_t user;
    order_state *order;
    route *path;        /* without the goal */
    uint32_t look_tick; /* its low bits */
    sidle_vec2 look_origin;
    sidle_vec2 in_sight; /* the last place from which the next point of the path was; for a unit
                            that has arrived, where that was */
    look_result look;
    progress progress;
    escalation escalation;
    sidle_unit_id settled; /* the unit it stopped behind at its goal, or null */
} cold;

/* What only those need that may stand in line. */
typedef struct queue_entry {
    sidle_vec2 waypoint; /* u, the next one on its path, as the tick began */
    float held;          /* s, behind the same head; < 0: it does not queue until this is 0 */
    uint32_t head;       /* of its line: slot, or 0 when nobody has to go first */
} queue_entry;

/* What every tick asks. */
typedef struct unit {
    sidle_vec2 position, velocity, heading;
    sidle_vec2 heads_for; /* where it drives: the point it makes for, or one beside it; at rest the
                             place where it came to rest, or comes clear of others */
    sidle_vec2 waypoint;  /* unit_waypoint(), kept at hand */
    sidle_vec2 goal;
    cold *cold;    /* of its slot */
    uint32_t slot; /* of its id, less 1 */
    uint32_t generation;
    uint32_t rank;
    uint32_t waits_for; /* id slot of the unit under orders that it waited for at the tick's end */
    uint32_t look_next; /* tick in which it is its turn to look again, its low bits */
    float since;        /* s, that its timers do not know of yet: they move when it looks */
    uint16_t flags;     /* enum unit_flags */
    uint16_t passed;    /* waypoints passed and not told yet */
    uint8_t events;     /* bit per sidle_event_type not told yet */
    uint8_t profile;
    uint8_t order;           /* sidle_order */
    uint8_t decision : 4;    /* sidle_decision */
    uint8_t queue_state : 2; /* enum queue_state */
    uint8_t aim : 2;         /* enum aim */
} unit;

_Static_assert(SIDLE_MAX_PROFILES <= 1 << 8 && SIDLE_EVENT_COUNT <= 8 && SIDLE_DECISION_COUNT <= 16,
               "they fit into a unit");

/* What moving makes of a unit, beside its new velocity and heading. Contacts see to the place, and
 * at the end of the tick the unit takes it. */
typedef struct motion {
    sidle_vec2 position;
    sidle_vec2 course;  /* towards the waypoint, length 1; 0 for who stands */
    float range;        /* u, no contact takes it farther from its place */
    uint8_t pass_mode;  /* enum pass_mode */
    uint8_t standing;   /* stance, as the tick began */
    bool passes_left;   /* of whom it meets head on */
    bool open : 1;      /* walls are a cell farther away than it is wide */
    bool backwards : 1; /* it drives */
    bool hunts : 1;     /* it pursues another unit */
    bool as_driven : 1; /* neither terrain nor contact has changed where the drive leads */
} motion;

enum { NEIGHBOURS_A_UNIT = 8 }; /* for which there is room, on average over a part */

/* The Verlet list of one body: the bodies that it may come to touch before the next lists are made.
 */
typedef struct neighbour_list {
    uint16_t at;   /* index of its first entry among the entries of its part */
    uint8_t count; /* entries, or UNLISTED or STOOD, which say why there is no list */
    uint8_t gap;   /* 0 to 255, lists.gap_unit: the way to the contact with the nearest listed body,
                      when the list was made, rounded down; 255 also stands for more */
} neighbour_list;

/* Parts of a way that are too small to show in a position: a position far from the origin rounds
 * them away, and a slow unit in short ticks would never move. Half the last place of the largest
 * coordinate fills the range. */
typedef struct fraction {
    int16_t x, y; /* 1 / FRACTIONS u */
} fraction;

#define FRACTIONS 67108864.0f

typedef struct bodies {
    /* By body, sorted by bucket, row by row; room for a group of lanes beyond. */
    float *x, *y;         /* u, position */
    float *vx, *vy;       /* u/s, predicted; kept nowhere else */
    sidle_vec2 *moved;    /* u, by the last tick; kept nowhere else */
    uint32_t *team;       /* kept nowhere else */
    fraction *carry;      /* of the way that rounding has not given yet; kept nowhere else */
    float *radius;        /* u */
    uint8_t *filter_bits; /* layer, stance, turn, whether it clears: see filter_bits_of() */
    uint32_t *starts;     /* first body of each bucket, then their number; one more to sort */
    size_t starts_room;
    int32_t width, height; /* buckets */
    float bucket;          /* u */
    float per_bucket;      /* 1 / bucket */
    float largest;         /* u, radius */
    float fastest;         /* u/s, predicted */
    float drift;           /* u, nobody is farther from where it was when they were sorted */
    bool teams;            /* there is, or was, more than one team */
    bool refit;            /* units came or went: choose the bucket size anew */
    bool stale;            /* they have to be sorted before the next search */
} bodies;

/* How long the Verlet lists are valid. */
typedef struct lists {
    float half_skin; /* u, >= 0: a body may travel so far before the lists are made anew; two bodies
                        that both do come nearer by twice as much, which is the skin */
    float travelled; /* u, >= 0: no body has gone farther since the lists were made */
    float gap_unit;  /* u, > 0: the unit of neighbour_list.gap */
    bool stale;      /* the bodies were sorted anew, so the lists name wrong ones */
} lists;

/* Passes over the units are cut into parts, see parts.h: small enough to share out evenly, large
 * enough not to notice the handing out. */
enum { ITEMS_A_PART = 256 };

/* What a tick gives for one part of the units. */
typedef struct part_sum {
    float fastest2;  /* u2/s2, predicted */
    float farthest;  /* u, at most so far from its place did contacts and driving take a unit */
    bool still;      /* all stand, and a tick leaves all as it is */
    bool steers;     /* some may have orders that are more than a place to go to */
    bool due;        /* there are bodies for the next round */
    uint16_t shoves; /* bodies that this round of contacts shoves, and which of the part */
    uint8_t shoved[ITEMS_A_PART];
} part_sum;

/* See ranks.c. */
typedef struct rank_set {
    uint32_t *ranks; /* 0: empty */
    uint32_t room;   /* a power of two, or 0 */
} rank_set;

struct sidle_world {
    sidle_allocator alloc;
    sidle_hooks hooks;
    terrain terrain;
    sidle_profile *profiles;
    uint32_t profile_count, profile_room;
    unit *units; /* the living ones, sorted by place every few ticks; then the slots that are free,
                    the one that was freed last first */
    cold *cold;  /* by slot */
    queue_entry *queue_entries; /* by slot; NULL until a profile queues */
    bool any_queues;            /* there is a profile that does, or was */
    uint32_t *by_slot;          /* where the unit of a slot stands in `units` */
    uint32_t slots, room, living;
    uint32_t next_rank; /* less 1: the highest that was ever given */
    rank_set ranks;
    uint64_t tick;
    bool looking; /* units read what others announce: nobody may write it */
    bodies bodies;
    motion *motions; /* by body; room for where units come from when they are sorted */
    /* Cut by parts, see contact.c. */
    neighbour_list *neighbour_lists; /* by body */
    int16_t *neighbours;             /* from the body to them, NEIGHBOURS_A_UNIT times as many */
    uint8_t *due; /* by body: the round of contacts that has to see to it, from 1 on;
                     at the end by slot: has it something to tell? */
    lists lists;
    sidle_event *events; /* of the last step, until contacts take the room for shoves */
    uint32_t event_count, event_room;
    part_sum *sums; /* by part */
};

/* u, the places that a round of contacts gives to those it shoves, part by part. */
static inline sidle_vec2 *shoves_of(const sidle_world *world) {
    return (sidle_vec2 *)(void *)world->events;
}

/* The unit of a body. */
static inline unit *unit_at(const sidle_world *world, uint32_t k) {
    return &world->units[k];
}

/* The unit of a slot, alive or not. */
static inline unit *unit_of_slot(const sidle_world *world, uint32_t slot) {
    return &world->units[world->by_slot[slot]];
}

/* The body of a living unit. */
static inline uint32_t body_of(const sidle_world *world, const unit *u) {
    return (uint32_t)(u - world->units);
}

static inline sidle_vec2 body_place(const bodies *c, uint32_t k) {
    return (sidle_vec2){c->x[k], c->y[k]};
}

static inline sidle_vec2 body_predicted(const bodies *c, uint32_t k) {
    return (sidle_vec2){c->vx[k], c->vy[k]};
}

static inline void body_predict(const bodies *c, uint32_t k, sidle_vec2 velocity) {
    c->vx[k] = velocity.x;
    c->vy[k] = velocity.y;
}

/* The low half of a body's filter_bits: the turn of one under way, else FILTER_RESTS and more. */
enum { FILTER_ARRIVED = 1, FILTER_STILL = 2, FILTER_CLEARS = 4, FILTER_RESTS = 8 };

static inline uint8_t filter_bits_of(uint32_t layer, enum stance stance, uint8_t turn,
                                     bool clears) {
    static const uint8_t RESTS[] = {[STANCE_STANDING] = FILTER_RESTS,
                                    [STANCE_ARRIVED] = FILTER_RESTS | FILTER_ARRIVED,
                                    [STANCE_STILL] = FILTER_RESTS | FILTER_STILL};
    uint32_t rests = RESTS[stance] | (clears ? FILTER_CLEARS : 0u);
    return (uint8_t)(layer << 4 | (stance == STANCE_UNDER_WAY ? turn : rests));
}

static inline enum stance body_stance(const bodies *c, uint32_t k) {
    uint32_t sign = c->filter_bits[k], rests = sign / FILTER_RESTS & 1u;
    return (enum stance)(rests + (rests & sign)); /* standing is 1, arrived 2 */
}

static inline bool is_still(const bodies *c, uint32_t k) {
    return (c->filter_bits[k] & (FILTER_RESTS | FILTER_STILL)) == (FILTER_RESTS | FILTER_STILL);
}

/* Does the body stand where it does not want to, as it came to rest inside others? */
static inline bool body_clears(const bodies *c, uint32_t k) {
    return (c->filter_bits[k] & (FILTER_RESTS | FILTER_CLEARS)) == (FILTER_RESTS | FILTER_CLEARS);
}

/* As contact sees it: a body that comes clear of others makes room for nobody meanwhile. */
static inline enum stance body_contact_stance(const bodies *c, uint32_t k) {
    return body_clears(c, k) ? STANCE_STANDING : body_stance(c, k);
}

static inline enum queue_state body_queue_state(const bodies *c, uint32_t k) {
    return c->filter_bits[k] & FILTER_RESTS ? QUEUE_NONE
                                            : (enum queue_state)(c->filter_bits[k] & 3u);
}

static inline bool on_one_layer(const bodies *c, uint32_t k, uint32_t other) {
    return c->filter_bits[k] >> 4 == c->filter_bits[other] >> 4;
}

/* Is the other body as solid as a wall to a unit of this profile, as it belongs to an enemy? */
static inline bool body_spares(const bodies *c, const sidle_profile *p, uint32_t k,
                               uint32_t other) {
    return c->teams && !p->push_enemies && c->team[k] != c->team[other];
}

/* Who wins a tie. */
static inline bool unit_before(const unit *a, const unit *b) {
    return a->rank < b->rank || (a->rank == b->rank && a->slot < b->slot);
}

/* The profile of a unit. */
static inline const sidle_profile *profile_of(const sidle_world *world, const unit *u) {
    return &world->profiles[u->profile];
}

static inline sidle_unit_id id_of(const unit *u) {
    return (sidle_unit_id){u->slot + 1, u->generation};
}

static inline bool same_unit(sidle_unit_id a, sidle_unit_id b) {
    return a.slot == b.slot && a.generation == b.generation;
}

/* Does it run, or has it run, from a danger? */
static inline bool unit_flees(const unit *u) {
    return u->order == SIDLE_ORDER_FLEE || u->order == SIDLE_ORDER_EVADE || u->order == ORDER_FLED;
}

/* May its order_state matter? Other orders leave it as it was. */
static inline bool unit_uses_order_state(const unit *u) {
    return u->order >= SIDLE_ORDER_PATROL && u->order != ORDER_ARRIVED;
}

/* Where the order_state may be written to; NULL for who never had one. */
static inline order_state *unit_own_order_state(const unit *u) {
    return u->cold->order == &NO_ORDER_STATE ? NULL : u->cold->order;
}

/* Is its order about another unit? */
static inline bool unit_has_target(const unit *u) {
    return u->order >= SIDLE_ORDER_PURSUE && u->order <= SIDLE_ORDER_EVADE;
}

/* Whom its order is about, or null. */
static inline sidle_unit_id unit_target(const unit *u) {
    return unit_has_target(u) ? u->cold->order->target : (sidle_unit_id){0, 0};
}

/* Does the unit go to a place of its own, or has it arrived at one? */
static inline bool unit_has_place(const unit *u) {
    return u->order == SIDLE_ORDER_GO || u->order == ORDER_ARRIVED;
}

/* Do both units want, or wanted, to be at the same place, or away from it? Only orders of one kind
 * share a goal: a unit that has arrived does not make room for a hunter, a follower or a patrol
 * that comes by. Nothing that is asked here is written between the steers and the end of a tick. */
static inline bool share_goal(const sidle_world *world, const unit *a, const unit *b) {
    if (unit_has_target(a) && a->order == b->order && same_unit(unit_target(a), unit_target(b)))
        return true;
    if (unit_flees(a) || unit_flees(b))
        return unit_flees(a) && unit_flees(b) &&
               a->cold->order->about.x == b->cold->order->about.x &&
               a->cold->order->about.y == b->cold->order->about.y;
    bool places = unit_has_place(a) && unit_has_place(b);
    bool patrols = a->order == SIDLE_ORDER_PATROL && b->order == SIDLE_ORDER_PATROL;
    if (!places && !patrols) return false;
    float radius = min_float(profile_of(world, a)->radius, profile_of(world, b)->radius);
    return vec_distance(a->goal, b->goal) < radius;
}

static inline void unit_unmark(unit *u, uint32_t flags) {
    u->flags = (uint16_t)(u->flags & ~flags);
}

/* The unit comes to rest, or has got another disc while it rests: it looks whether it is clear. */
static inline void rest_begin(unit *u) {
    u->flags |= UNIT_CLEARS | UNIT_LOOK;
    u->heads_for = u->position;
}

/* The event is given out when the tick ends. */
static inline void unit_tell(unit *u, sidle_event_type type) {
    u->events |= (uint8_t)(1u << type);
}

/* Is it under way by an order of the host, so that paths, guides and answers are for it? */
static inline bool unit_has_way(const unit *u) {
    return (u->flags & (UNIT_UNDER_WAY | UNIT_COMES_BACK)) == UNIT_UNDER_WAY;
}

/* Blocked by units, and neither driving nor pushing. */
static inline bool unit_waits(const unit *u) {
    return u->decision == SIDLE_WAIT || u->decision == SIDLE_REPLAN;
}

/* The living unit of that id; NULL when the id is stale. */
static inline unit *unit_named(const sidle_world *world, sidle_unit_id id) {
    if (!world || id.slot == 0 || id.slot > world->slots) return NULL;
    unit *u = unit_of_slot(world, id.slot - 1);
    /* Not by its flags: others may write those. */
    bool alive = world->by_slot[id.slot - 1] < world->living;
    return alive && u->generation == id.generation ? u : NULL;
}

/* u/s, its speed on a free way. */
static inline float unit_pace(const sidle_profile *p, const unit *u) {
    return u->order == SIDLE_ORDER_WANDER ? p->top_speed * p->wander_pace : p->top_speed;
}

/* u, how far ahead it aims when it wanders: less far in a small area. */
static inline float unit_wander_distance(const sidle_profile *p, const unit *u) {
    return min_float(p->wander_distance, 0.5f * u->cold->order->range);
}

/* Where the host guides it to; who goes makes for nothing else. */
static inline sidle_vec2 *unit_guide(unit *u) {
    return unit_uses_order_state(u) ? &u->cold->order->guide : &u->waypoint;
}

static inline sidle_vec2 unit_guide_point(const unit *u) {
    return unit_uses_order_state(u) ? u->cold->order->guide : u->waypoint;
}

/* The next point of its path, whatever its order wants beside that. */
static inline sidle_vec2 unit_path_point(const unit *u) {
    if (u->flags & UNIT_GUIDED) return unit_guide_point(u);
    const route *path = u->cold->path;
    return path->next < path->count ? path->points[path->next] : u->goal;
}

/* Where the unit drives to next: what its order wants, a waypoint, the host's guide, or the goal.
 */
static inline sidle_vec2 unit_waypoint(const unit *u) {
    if (u->aim == AIM_STEER_TARGET) return u->cold->order->steer_target.point;
    if (u->aim == AIM_BACK) return u->cold->in_sight;
    return u->aim == AIM_GOAL ? u->goal : unit_path_point(u);
}

/* Is the next waypoint the end of the order? */
static inline bool unit_on_last_leg(const unit *u) {
    if (u->aim == AIM_BACK) return false;
    if (u->aim != AIM_PATH) return u->cold->order->steer_target.halt >= 0;
    if (u->flags & UNIT_GUIDED) {
        sidle_vec2 guide = unit_guide_point(u);
        return guide.x == u->goal.x && guide.y == u->goal.y;
    }
    return u->cold->path->next >= u->cold->path->count;
}

/* To be called whenever one of the two above has changed. */
static inline void unit_keep_waypoint(unit *u) {
    unit_unmark(u, UNIT_LAST_LEG | UNIT_STEERS);
    if (unit_on_last_leg(u)) u->flags |= UNIT_LAST_LEG;
    if (u->aim != AIM_PATH) u->flags |= UNIT_STEERS;
    u->waypoint = unit_waypoint(u);
}

#endif
