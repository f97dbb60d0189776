/* A host in lockstep: two players and a late joiner, three machines in one process, that talk by
 * UDP over the loopback with delay, loss and packets out of order. Machines exchange orders alone,
 * which each of them carries out in the same tick; their hashes tell that they stay together.
 *
 *   tick 100   a third machine joins: it loads a snapshot, and goes on with the orders from there
 *   tick 300   the second player has a bug: its machine alone lets a unit hold. The first one
 *              finds out, asks for the snapshot of the first tick that differs, and names the field
 *
 * It ends with 0 when all of that came as it says, and with 77 where there is no loopback. A game
 * between machines would write its messages byte by byte: the bytes of a struct are good for one
 * machine alone. Snapshots and hashes are the same on all of them. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <sidle/sidle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PLAYERS = 2,
    MACHINES = 3, /* the last one only looks on */
    UNITS = 100,  /* the first half is the first player's */
    DELAY = 6,    /* ticks from an order to its effect: what the network may take */
    JOIN_TICK = 100,
    BUG_TICK = 300,
    BUG_UNIT = 1, /* the first one: others may have seen it stop in the same tick */
    LAST_TICK = 600,
    KEPT = 32, /* ticks of which a machine keeps hash and snapshot */
    TURNS_SENT = 16,
    CHUNK = 1000, /* bytes of a snapshot in one message */
    SNAPSHOT_ROOM = 1 << 16,
    ROUNDS = 20000, /* in which all must be done */
    LOSS = 20,      /* % of all messages */
    LATENCY = 5,    /* rounds at most */
    CATCH_UP = 4,   /* ticks a round of the machine that joined */
    ON_THE_WAY = 4096
};

#define NEWEST UINT32_MAX

/* What a player does in a tick: one order. */
typedef struct turn {
    uint32_t slot; /* 0: nothing */
    sidle_vec2 goal;
} turn;

typedef struct message {
    uint32_t from, tick;
    uint64_t hashes[KEPT];   /* of the ticks up to `tick`, by tick % KEPT; 0: not known */
    uint32_t have[PLAYERS];  /* turns of each player that have come */
    uint32_t first[PLAYERS]; /* of those that are here */
    turn turns[PLAYERS][TURNS_SENT];
    bool asks, answers;                  /* for a part of a snapshot; with one */
    uint32_t asked, asked_at;            /* the tick of the snapshot, and where the part is */
    uint32_t chunk_tick, chunk_at, size; /* of the part that is here */
    uint8_t chunk[CHUNK];
} message;

typedef struct snapshot {
    uint8_t bytes[SNAPSHOT_ROOM];
    uint32_t tick, size, got;
} snapshot;

typedef struct machine {
    int socket;
    struct sockaddr_in address;
    sidle_world *world; /* NULL: has not joined yet */
    sidle_unit_id units[UNITS + 1];
    turn turns[PLAYERS][LAST_TICK + DELAY + 1];
    uint32_t have[PLAYERS], peer_has[MACHINES][PLAYERS];
    uint64_t hashes[KEPT];
    snapshot kept[KEPT], offer, wanted;
    uint32_t asks, asks_whom;  /* the tick of a snapshot, or 0 */
    uint32_t offered;          /* what the offer was asked as */
    message question;          /* the last one that came and is not answered, if it asks */
    uint32_t agreed[MACHINES]; /* the last tick with the same hash, by machine */
    bool parted;
} machine;

static machine machines[MACHINES];

static uint32_t dice(uint32_t sides) {
    static uint64_t state = 16;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % sides;
}

static uint32_t tick_of(const machine *m) {
    return m->world ? (uint32_t)sidle_world_tick(m->world) : 0;
}

/* ---- the network ---- */

typedef struct letter {
    message text;
    uint32_t from, to, due;
} letter;

static letter on_the_way[ON_THE_WAY];
static uint32_t letters;

static bool open_socket(machine *m) {
    socklen_t length = sizeof m->address;
    m->address = (struct sockaddr_in){.sin_family = AF_INET};
    m->address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    m->socket = socket(AF_INET, SOCK_DGRAM, 0);
    return m->socket >= 0 && !fcntl(m->socket, F_SETFL, O_NONBLOCK) &&
           !bind(m->socket, (struct sockaddr *)&m->address, length) &&
           !getsockname(m->socket, (struct sockaddr *)&m->address, &length);
}

/* Loses the message, or sends it later. */
static void post(const message *text, uint32_t to, uint32_t round) {
    if (dice(100) < LOSS || letters == ON_THE_WAY) return;
    letter *l = &on_the_way[letters++];
    l->text = *text;
    l->from = text->from;
    l->to = to;
    l->due = round + 1 + dice(LATENCY);
}

static void deliver(uint32_t round) {
    for (uint32_t k = 0; k < letters;) {
        letter *l = &on_the_way[k];
        if (l->due > round) {
            k++;
            continue;
        }
        const machine *to = &machines[l->to];
        sendto(machines[l->from].socket, &l->text, sizeof l->text, 0,
               (const struct sockaddr *)&to->address, sizeof to->address);
        *l = on_the_way[--letters];
    }
}

/* ---- the game ---- */

static bool begin_game(machine *m) {
    sidle_world_def def = sidle_world_def_default();
    if (sidle_world_create(&def, &m->world)) return false;
    for (uint32_t k = 0; k < UNITS; k++) {
        sidle_unit_def unit = sidle_unit_def_default();
        unit.position = (sidle_vec2){4 + 1.5f * (float)(k % 10), 4 + 1.5f * (float)(k / 10)};
        unit.team = k / (UNITS / PLAYERS);
        sidle_unit_id id;
        if (sidle_unit_create(m->world, &unit, &id)) return false;
    }
    return true;
}

/* Ids are made anew from slots: in this game no unit dies. */
static void carry_out(const machine *m, const turn *t) {
    sidle_unit_id before = {t->slot - 1, 0};
    if (t->slot) sidle_unit_go(m->world, sidle_unit_next(m->world, before), t->goal);
}

static void remember(machine *m) {
    size_t size;
    uint32_t tick = tick_of(m);
    snapshot *s = &m->kept[tick % KEPT];
    if (sidle_world_save(m->world, s->bytes, sizeof s->bytes, &size)) exit(1);
    s->tick = tick;
    s->size = (uint32_t)size;
    m->hashes[tick % KEPT] = sidle_world_hash(m->world);
}

static turn next_turn(uint32_t player) {
    const uint32_t own = UNITS / PLAYERS;
    if (dice(3)) return (turn){.slot = 0};
    return (turn){1 + player * own + dice(own), {2 + (float)dice(60), 2 + (float)dice(60)}};
}

/* One tick, if the turns of both players have come. */
static void play(machine *m) {
    uint32_t tick = tick_of(m), self = (uint32_t)(m - machines);
    if (!m->world || m->parted || tick >= LAST_TICK) return;
    for (uint32_t p = 0; p < PLAYERS; p++)
        if (m->have[p] <= tick) return;
    for (uint32_t p = 0; p < PLAYERS; p++) carry_out(m, &m->turns[p][tick]);
    if (self == 1 && tick == BUG_TICK)
        sidle_unit_hold(m->world, sidle_unit_next(m->world, (sidle_unit_id){BUG_UNIT - 1, 0}));
    if (sidle_world_step(m->world, 1.0f / 30)) exit(1);
    remember(m);
    if (self < PLAYERS) m->turns[self][m->have[self]++] = next_turn(self);
}

/* ---- messages ---- */

static void write_turns(const machine *m, uint32_t to, message *t) {
    for (uint32_t p = 0; p < PLAYERS; p++) {
        t->have[p] = m->have[p];
        t->first[p] = m->peer_has[to][p];
        for (uint32_t k = 0; k < TURNS_SENT && t->first[p] + k < m->have[p]; k++)
            t->turns[p][k] = m->turns[p][t->first[p] + k];
    }
}

/* Those that come next; the others have come already, or come again. */
static void read_turns(machine *m, const message *t) {
    for (uint32_t p = 0; p < PLAYERS && m->world; p++) {
        if (t->have[p] > m->peer_has[t->from][p]) m->peer_has[t->from][p] = t->have[p];
        for (uint32_t k = 0; k < TURNS_SENT && t->first[p] + k < t->have[p]; k++)
            if (t->first[p] + k == m->have[p] && m->have[p] < LAST_TICK + DELAY)
                m->turns[p][m->have[p]++] = t->turns[p][k];
    }
}

/* The part of a snapshot that was asked for last. The newest one is copied at the first question,
 * as the game goes on. */
static void answer(machine *m, uint32_t to, message *t) {
    message *q = &m->question;
    if (!q->asks || q->from != to || !m->world) return;
    q->asks = false;
    if (m->offered != q->asked)
        m->offer = m->kept[(q->asked == NEWEST ? tick_of(m) : q->asked) % KEPT];
    m->offered = q->asked;
    if (q->asked_at >= m->offer.size) return;
    uint32_t left = m->offer.size - q->asked_at;
    t->answers = true;
    t->chunk_tick = m->offer.tick;
    t->chunk_at = q->asked_at;
    t->size = m->offer.size;
    memcpy(t->chunk, m->offer.bytes + q->asked_at, left < CHUNK ? left : CHUNK);
}

static void read_chunk(machine *m, const message *t) {
    snapshot *s = &m->wanted;
    if (!t->answers || !m->asks || t->from != m->asks_whom || t->chunk_at != s->got) return;
    if (t->size > SNAPSHOT_ROOM || t->size <= s->got) return;
    uint32_t left = t->size - s->got;
    s->tick = t->chunk_tick;
    s->size = t->size;
    memcpy(s->bytes + s->got, t->chunk, left < CHUNK ? left : CHUNK);
    s->got += left < CHUNK ? left : CHUNK;
}

static void ask(machine *m, uint32_t whom, uint32_t tick) {
    m->asks = tick;
    m->asks_whom = whom;
    m->wanted.got = m->wanted.size = 0;
}

/* Do the hashes of all ticks that both know agree? Else asks for the first one that does not. */
static void compare_hashes(machine *m, const message *t) {
    uint32_t newest = t->tick < tick_of(m) ? t->tick : tick_of(m);
    uint32_t oldest = t->tick > tick_of(m) ? t->tick : tick_of(m);
    oldest = oldest > KEPT ? oldest - KEPT + 1 : 1;
    for (uint32_t tick = oldest; tick <= newest && !m->parted; tick++) {
        uint64_t ours = m->hashes[tick % KEPT], theirs = t->hashes[tick % KEPT];
        if (!ours || !theirs) continue; /* from before a machine joined */
        if (ours == theirs && tick > m->agreed[t->from]) m->agreed[t->from] = tick;
        m->parted = ours != theirs;
        if (m->parted) ask(m, t->from, tick);
    }
}

static void receive_all(machine *m) {
    message t;
    while (recv(m->socket, &t, sizeof t, 0) == (ssize_t)sizeof t) {
        if (t.from >= MACHINES || t.tick > LAST_TICK) continue;
        read_turns(m, &t);
        read_chunk(m, &t);
        compare_hashes(m, &t);
        if (t.asks) m->question = t;
    }
}

static void send_all(machine *m, uint32_t round) {
    uint32_t self = (uint32_t)(m - machines);
    for (uint32_t to = 0; to < MACHINES; to++) {
        if (to == self) continue;
        message t = {.from = self, .tick = tick_of(m)};
        memcpy(t.hashes, m->hashes, sizeof t.hashes);
        write_turns(m, to, &t);
        answer(m, to, &t);
        t.asks = m->asks && m->asks_whom == to;
        t.asked = m->asks;
        t.asked_at = m->wanted.got;
        post(&t, to, round);
    }
}

/* ---- what comes of it ---- */

/* A machine that comes later begins with the snapshot that it got, and the turns from there on. */
static void join(machine *m, const machine *host) {
    snapshot *s = &m->wanted;
    sidle_world_def def = sidle_world_def_default();
    if (m->world || tick_of(host) < JOIN_TICK) return;
    if (!m->asks) ask(m, (uint32_t)(host - machines), NEWEST);
    if (!s->size || s->got < s->size) return;
    if (sidle_world_create(&def, &m->world)) exit(1);
    if (sidle_world_load(m->world, s->bytes, s->size)) exit(1);
    for (uint32_t p = 0; p < PLAYERS; p++) m->have[p] = s->tick;
    m->asks = 0;
    remember(m);
    printf("a third machine joins at tick %u, by a snapshot of %u bytes\n", s->tick, s->size);
}

/* The first machine has both snapshots of the first tick that differs. */
static bool name_the_difference(const machine *m) {
    const snapshot *theirs = &m->wanted, *ours = &m->kept[theirs->tick % KEPT];
    sidle_world_def def = sidle_world_def_default();
    sidle_world *a = NULL, *b = NULL;
    sidle_difference first;
    char words[200];
    if (sidle_world_create(&def, &a) || sidle_world_create(&def, &b)) return false;
    if (sidle_world_load(a, ours->bytes, ours->size)) return false;
    if (sidle_world_load(b, theirs->bytes, theirs->size)) return false;
    if (!sidle_world_differs(a, b, &first)) return false;
    sidle_difference_text(&first, words, sizeof words);
    printf("the machines part in tick %u, %s\n", theirs->tick, words);
    sidle_world_destroy(a);
    sidle_world_destroy(b);
    return theirs->tick == BUG_TICK + 1 && first.unit.slot == BUG_UNIT &&
           !strcmp(first.a.name, "order");
}

static bool begin(void) {
    for (uint32_t k = 0; k < MACHINES; k++) {
        machine *m = &machines[k];
        if (!open_socket(m)) return false;
        if (k >= PLAYERS) continue;
        if (!begin_game(m)) exit(1);
        for (uint32_t p = 0; p < PLAYERS; p++) m->have[p] = DELAY; /* the first turns are empty */
        remember(m);
    }
    return true;
}

int main(void) {
    const machine *first = &machines[0];
    uint32_t round = 0;
    if (!begin()) {
        puts("there is no loopback");
        return 77;
    }
    bool named = false;
    for (; round < ROUNDS && !named; round++) {
        for (uint32_t k = 0; k < MACHINES; k++) receive_all(&machines[k]);
        for (uint32_t k = 0; k < MACHINES; k++) play(&machines[k]);
        for (uint32_t k = 1; k < CATCH_UP; k++) play(&machines[PLAYERS]); /* it has come late */
        join(&machines[PLAYERS], first);
        for (uint32_t k = 0; k < MACHINES; k++) send_all(&machines[k], round);
        deliver(round);
        named = first->parted && first->wanted.size && first->wanted.got == first->wanted.size;
    }
    printf("%u rounds; the last common tick is %u, and %u of the machine that joined\n", round,
           first->agreed[1], first->agreed[2]);
    bool good = named && name_the_difference(first);
    for (uint32_t k = 0; k < MACHINES; k++) {
        sidle_world_destroy(machines[k].world);
        close(machines[k].socket);
    }
    return !good || first->agreed[1] != BUG_TICK || first->agreed[2] < BUG_TICK - 2 * DELAY;
}
