/* Another library moves the units of a scene. peers.cpp plays it like sidle is played: it hands out
 * waypoints and measures; a peer only moves. */
#ifndef SIDLE_BENCH_PEER_H
#define SIDLE_BENCH_PEER_H

extern "C" {
#include "scenes/scene.h"
}

#include <memory>

class peer {
  public:
    virtual ~peer() {}
    virtual void target(size_t unit, sidle_vec2 point) = 0; /* where it goes from now on */
    virtual void step(float dt) = 0;
    virtual sidle_vec2 position(size_t unit) const = 0;
    virtual sidle_vec2 velocity(size_t unit) const = 0; /* u/s */
};

typedef std::unique_ptr<peer> (*peer_maker)(const scene &played);

/* A library by its name in the tables. */
struct entrant {
    const char *name;
    peer_maker make; /* NULL: sidle */
};

/* All of them place all units of the scene; those that are not given a target stand. Detour avoids
 * others in high quality, or in low quality. */
std::unique_ptr<peer> make_detour(const scene &played);
std::unique_ptr<peer> make_detour_low(const scene &played);
#ifdef WITH_RVO2
std::unique_ptr<peer> make_rvo2(const scene &played);
#endif

#endif
