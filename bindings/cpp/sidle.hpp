/* sidle for C++17: worlds that free themselves, results that must be looked at, and lists in place
 * of arrays with a capacity. No exceptions and no RTTI are needed. All that a call means is said in
 * the headers of C, under the same name; types are those of C under shorter names. */
#ifndef SIDLE_HPP
#define SIDLE_HPP

#include <sidle/sidle.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

inline bool operator==(sidle_unit_id a, sidle_unit_id b) {
    return a.slot == b.slot && a.generation == b.generation;
}
inline bool operator!=(sidle_unit_id a, sidle_unit_id b) {
    return !(a == b);
}
inline bool operator==(sidle_group_id a, sidle_group_id b) {
    return a.slot == b.slot && a.generation == b.generation;
}
inline bool operator!=(sidle_group_id a, sidle_group_id b) {
    return !(a == b);
}
inline bool operator==(sidle_vec2 a, sidle_vec2 b) {
    return a.x == b.x && a.y == b.y;
}
inline bool operator!=(sidle_vec2 a, sidle_vec2 b) {
    return !(a == b);
}

namespace sidle {

using Vec2 = sidle_vec2;
using UnitId = sidle_unit_id;
using GroupId = sidle_group_id;
using ProfileId = sidle_profile_id;
using WorldDef = sidle_world_def;
using UnitDef = sidle_unit_def;
using Profile = sidle_profile;
using Formation = sidle_formation;
using Range = sidle_range;
using Filter = sidle_filter;
using Cell = sidle_cell;
using Path = sidle_path;
using Flow = sidle_flow;
using Event = sidle_event;
using UnitState = sidle_unit_state;
using GroupEvent = sidle_group_event;
using GroupState = sidle_group_state;
using MemberState = sidle_member_state;
using Hit = sidle_hit;
using Wall = sidle_wall;
using Congestion = sidle_congestion;
using Why = sidle_why;
using Bytes = std::vector<std::uint8_t>;

/* ---- results ---- */

/* What a call returned: true when it is SIDLE_OK. A refused call leaves the world unchanged. */
class [[nodiscard]] Status {
  public:
    Status(sidle_result code) : code_(code) {}
    explicit operator bool() const { return code_ == SIDLE_OK; }
    sidle_result code() const { return code_; }
    const char *text() const { return sidle_result_text(code_); }

  private:
    sidle_result code_;
};

/* The same with a value, which is empty when the call was refused. */
template <class T> class [[nodiscard]] Result {
  public:
    Result(sidle_result code, T value) : code_(code), value_(std::move(value)) {}
    explicit operator bool() const { return code_ == SIDLE_OK; }
    sidle_result code() const { return code_; }
    const char *text() const { return sidle_result_text(code_); }
    T &operator*() { return value_; }
    const T &operator*() const { return value_; }
    T *operator->() { return &value_; }
    const T *operator->() const { return &value_; }

  private:
    sidle_result code_;
    T value_;
};

/* ---- arrays of the host and of the library ---- */

/* A pointer and a length, as std::span of C++20. */
template <class T> class Span {
  public:
    Span() = default;
    Span(T *first, std::size_t size) : first_(first), size_(size) {}
    template <std::size_t N> Span(T (&array)[N]) : first_(array), size_(N) {}
    template <class List, class = decltype(std::declval<List &>().data())>
    Span(List &&list) : first_(list.data()), size_(list.size()) {}

    T *begin() const { return first_; }
    T *end() const { return first_ + size_; }
    T *data() const { return first_; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T &operator[](std::size_t at) const { return first_[at]; }

  private:
    T *first_ = nullptr;
    std::size_t size_ = 0;
};

namespace detail {

/* The length as the library counts; one that is too large for it is refused by every call. */
template <class T> std::uint32_t count(Span<T> span) {
    return static_cast<std::uint32_t>(std::min<std::size_t>(span.size(), UINT32_MAX));
}

/* The value that a call writes. */
template <class T, class Call> Result<T> out(Call call) {
    T value{};
    sidle_result code = call(&value);
    return {code, std::move(value)};
}

/* Fills a list by a call that writes at most `capacity` entries, and tells how many there are. */
template <class T, class Call> Status list(std::vector<T> &into, Call call) {
    std::uint32_t count = 0;
    into.resize(into.capacity());
    for (;;) {
        std::uint32_t capacity = detail::count(Span<T>(into));
        sidle_result code = call(into.data(), capacity, &count);
        into.resize(code ? 0 : count);
        if (code || count <= capacity) return code;
    }
}

template <class Call> Status bytes(Bytes &into, Call call) {
    std::size_t needed = 0;
    sidle_result asked = call(nullptr, std::size_t{0}, &needed);
    if (asked != SIDLE_OK && asked != SIDLE_ERROR_BUFFER) return asked;
    into.resize(needed);
    return call(into.data(), into.size(), &needed);
}

template <class Call> std::string text(Call call) {
    std::string made(call(nullptr, 0), '\0');
    call(&made[0], made.size() + 1);
    return made;
}

} // namespace detail

/* The columns to read: arrays of the host, into which the library writes. */
class Columns {
  public:
    Columns &ids(Span<UnitId> to) { return set(raw_.ids, to); }
    Columns &positions(Span<Vec2> to) { return set(raw_.positions, to); }
    Columns &headings(Span<Vec2> to) { return set(raw_.headings, to); }
    Columns &velocities(Span<Vec2> to) { return set(raw_.velocities, to); }
    Columns &made(Span<Vec2> to) { return set(raw_.made, to); }
    Columns &places(Span<Vec2> to) { return set(raw_.places, to); }
    Columns &users(Span<std::uint64_t> to) { return set(raw_.users, to); }
    Columns &decisions(Span<std::uint8_t> to) { return set(raw_.decisions, to); }

    const sidle_columns &raw() const { return raw_; }
    /* The length of the shortest array. */
    std::uint32_t rows() const { return rows_; }

  private:
    template <class T> Columns &set(sidle_column &column, Span<T> to) {
        column = {to.data(), sizeof(T)};
        rows_ = std::min(rows_, detail::count(to));
        return *this;
    }

    sidle_columns raw_{};
    std::uint32_t rows_ = UINT32_MAX;
};

/* ---- reading ---- */

/* What can be read of a world: every World is one, and so is the world of a Replay. It is valid as
 * long as its owner. */
class View {
  public:
    View() = default;
    View(const sidle_world *world, const sidle_groups *groups) : world_(world), groups_(groups) {}

    /* For calls of C that have no method here. */
    const sidle_world *raw() const { return world_; }
    const sidle_groups *raw_groups() const { return groups_; }

    std::uint64_t tick() const { return sidle_world_tick(world_); }
    std::uint64_t hash() const { return sidle_world_hash(world_); }
    std::uint64_t groups_hash() const { return sidle_groups_hash(groups_); }
    std::uint64_t quick_hash() const { return sidle_world_quick_hash(world_); }
    std::uint64_t unit_hash(UnitId id) const { return sidle_unit_hash(world_, id); }

    /* Those of the last step; valid until the next one. */
    Span<const Event> events() const {
        std::uint32_t count = 0;
        const Event *first = sidle_world_events(world_, &count);
        return {first, count};
    }
    Span<const GroupEvent> group_events() const {
        std::uint32_t count = 0;
        const GroupEvent *first = sidle_groups_events(groups_, &count);
        return {first, count};
    }

    std::uint32_t width() const { return sidle_world_width(world_); }
    std::uint32_t height() const { return sidle_world_height(world_); }
    float cell_size() const { return sidle_world_cell_size(world_); }
    sidle_terrain cell(std::int32_t x, std::int32_t y) const {
        return sidle_world_cell(world_, x, y);
    }
    bool fits(ProfileId profile, Vec2 point) const {
        return sidle_world_fits(world_, profile, point);
    }
    bool line_fits(ProfileId profile, Vec2 from, Vec2 to) const {
        return sidle_world_line_fits(world_, profile, from, to);
    }
    std::uint64_t allies(std::uint32_t team) const { return sidle_world_allies(world_, team); }
    bool are_friends(std::uint32_t team, std::uint32_t other) const {
        return sidle_world_are_friends(world_, team, other);
    }
    Result<Profile> profile(ProfileId id) const {
        return detail::out<Profile>([&](Profile *to) { return sidle_profile_get(world_, id, to); });
    }

    std::uint32_t unit_count() const { return sidle_unit_count(world_); }
    bool contains(UnitId id) const { return sidle_unit_valid(world_, id); }
    Result<UnitState> unit(UnitId id) const {
        return detail::out<UnitState>(
            [&](UnitState *to) { return sidle_unit_get(world_, id, to); });
    }
    /* The living unit after this one by slot; the first one for the null id, the null id at the
     * end. */
    UnitId next(UnitId after) const { return sidle_unit_next(world_, after); }
    Status path_left(UnitId id, std::vector<Vec2> &waypoints) const {
        return detail::list(waypoints, [&](Vec2 *to, std::uint32_t capacity, std::uint32_t *count) {
            return sidle_unit_path_left(world_, id, to, capacity, count);
        });
    }
    Result<Why> why(UnitId id) const {
        return detail::out<Why>([&](Why *to) { return sidle_unit_why(world_, id, to); });
    }
    std::string why_text(UnitId id) const {
        return detail::text(
            [&](char *to, std::size_t size) { return sidle_why_text(world_, id, to, size); });
    }
    /* The first fault of the whole state, or null. */
    const char *validate() const { return sidle_world_validate(world_); }
    /* The first field in which two worlds differ, in words; empty when there is none. */
    std::string difference(const View &other) const {
        sidle_difference first;
        if (!sidle_world_differs(world_, other.world_, &first)) return {};
        return detail::text(
            [&](char *to, std::size_t size) { return sidle_difference_text(&first, to, size); });
    }

    /* The rows that read needs for all units. */
    std::uint32_t rows() const {
        std::uint32_t rows = 0;
        const sidle_columns none{};
        return sidle_world_read(world_, &none, 0, &rows) ? 0 : rows;
    }
    /* The unit in slot s is read into row s - 1. Gives the number of rows read; the shortest array
     * limits it. */
    Result<std::uint32_t> read(const Columns &to) const {
        std::uint32_t rows = 0;
        sidle_result code = sidle_world_read(world_, &to.raw(), to.rows(), &rows);
        return {code, std::min(rows, to.rows())};
    }
    /* ids[k] is read into row k. ARGUMENT: an array is shorter than the list. */
    Status read(Span<const UnitId> ids, const Columns &to) const {
        if (to.rows() < ids.size()) return SIDLE_ERROR_ARGUMENT;
        return sidle_units_read(world_, ids.data(), detail::count(ids), &to.raw());
    }

    /* ---- groups ---- */

    bool contains(GroupId group) const { return sidle_group_valid(groups_, group); }
    Result<GroupState> group(GroupId id) const {
        return detail::out<GroupState>(
            [&](GroupState *to) { return sidle_group_get(groups_, id, to); });
    }
    GroupId next(GroupId after) const { return sidle_group_next(groups_, after); }
    Status group_units(GroupId group, std::vector<UnitId> &ids) const {
        return detail::list(ids, [&](UnitId *to, std::uint32_t capacity, std::uint32_t *count) {
            return sidle_group_units(groups_, group, to, capacity, count);
        });
    }
    Result<MemberState> member(UnitId unit) const {
        return detail::out<MemberState>(
            [&](MemberState *to) { return sidle_group_member(groups_, unit, to); });
    }

    /* ---- queries: the list of hits becomes all units found; used again, it allocates nothing ----
     */

    Status query_disc(Vec2 centre, float radius, const Filter &filter,
                      std::vector<Hit> &hits) const {
        return detail::list(hits, [&](Hit *to, std::uint32_t capacity, std::uint32_t *count) {
            return sidle_query_disc(world_, centre, radius, &filter, to, capacity, count);
        });
    }
    Status query_box(Vec2 low, Vec2 high, const Filter &filter, std::vector<Hit> &hits) const {
        return detail::list(hits, [&](Hit *to, std::uint32_t capacity, std::uint32_t *count) {
            return sidle_query_box(world_, low, high, &filter, to, capacity, count);
        });
    }
    Status query_ray(Vec2 from, Vec2 to, float radius, const Filter &filter,
                     std::vector<Hit> &hits) const {
        return detail::list(hits, [&](Hit *into, std::uint32_t capacity, std::uint32_t *count) {
            return sidle_query_ray(world_, from, to, radius, &filter, into, capacity, count);
        });
    }
    Status query_obstacles(UnitId id, Vec2 centre, float radius, std::vector<Hit> &hits) const {
        return detail::list(hits, [&](Hit *to, std::uint32_t capacity, std::uint32_t *count) {
            return sidle_query_obstacles(world_, id, centre, radius, to, capacity, count);
        });
    }
    /* At most `most` units. */
    Status query_nearest(Vec2 point, float reach, const Filter &filter, std::uint32_t most,
                         std::vector<Hit> &hits) const {
        std::uint32_t count = 0;
        hits.resize(most);
        sidle_result code =
            sidle_query_nearest(world_, point, reach, &filter, hits.data(), most, &count);
        hits.resize(code ? 0 : count);
        return code;
    }
    Status query_cells(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height,
                       sidle_terrain terrain, const Filter &filter, std::vector<Hit> &hits) const {
        return detail::list(hits, [&](Hit *to, std::uint32_t capacity, std::uint32_t *count) {
            return sidle_query_cells(world_, x, y, width, height, terrain, &filter, to, capacity,
                                     count);
        });
    }
    Result<Wall> query_terrain(Vec2 from, Vec2 to, float radius, std::uint32_t passable) const {
        return detail::out<Wall>([&](Wall *wall) {
            return sidle_query_terrain(world_, from, to, radius, passable, wall);
        });
    }
    /* clear_of may be null, here and below. */
    Result<Vec2> nearest_fit(ProfileId profile, Vec2 point, float reach,
                             const Filter *clear_of) const {
        return detail::out<Vec2>([&](Vec2 *place) {
            return sidle_world_nearest_fit(world_, profile, point, reach, clear_of, place);
        });
    }
    /* Gives the number of columns. */
    Result<std::uint32_t> query_congestion(float side, const Filter &filter,
                                           std::vector<Congestion> &cells) const {
        std::uint32_t columns = 0, rows = 0;
        sidle_result code =
            sidle_query_congestion(world_, side, &filter, nullptr, 0, &columns, &rows);
        cells.resize(std::size_t{columns} * rows);
        if (!code)
            code = sidle_query_congestion(world_, side, &filter, cells.data(), cells.size(),
                                          &columns, &rows);
        return {code, columns};
    }

    /* ---- snapshots ---- */

    Status save(Bytes &into) const {
        return detail::bytes(into, [&](void *to, std::size_t size, std::size_t *needed) {
            return sidle_world_save(world_, to, size, needed);
        });
    }
    Status save_groups(Bytes &into) const {
        return detail::bytes(into, [&](void *to, std::size_t size, std::size_t *needed) {
            return sidle_groups_save(groups_, to, size, needed);
        });
    }

  protected:
    const sidle_world *world_ = nullptr;
    const sidle_groups *groups_ = nullptr;
};

/* ---- the world ---- */

/* Owns a world, its groups and its recording. A world that was moved from, or never made, refuses
 * every call. */
class World : public View {
  public:
    static Result<World> create(const WorldDef &def = sidle_world_def_default()) {
        sidle_world *world = nullptr;
        sidle_groups *groups = nullptr;
        sidle_result code = sidle_world_create(&def, &world);
        if (!code) code = sidle_groups_create(world, &groups);
        return {code, World(world, groups)};
    }

    World() = default;
    World(World &&other) noexcept { swap(other); }
    World &operator=(World &&other) noexcept {
        World taken(std::move(other));
        swap(taken);
        return *this;
    }
    ~World() {
        sidle_recorder_destroy(recorder_);
        sidle_groups_destroy(raw_groups());
        sidle_world_destroy(raw());
    }

    sidle_world *raw() { return const_cast<sidle_world *>(world_); }
    sidle_groups *raw_groups() { return const_cast<sidle_groups *>(groups_); }
    using View::raw;
    using View::raw_groups;

    /* Moves the groups on, then all units. */
    Status step(float dt) {
        sidle_result code = sidle_groups_update(raw_groups(), dt);
        return code ? code : sidle_world_step(raw(), dt);
    }

    Status set_cells(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height,
                     sidle_terrain terrain) {
        return sidle_world_set_cells(raw(), x, y, width, height, terrain);
    }
    Status set_cell_list(Span<const Cell> cells) {
        return sidle_world_set_cell_list(raw(), cells.data(), detail::count(cells));
    }
    Result<std::uint32_t> vacate(std::uint32_t x, std::uint32_t y, std::uint32_t width,
                                 std::uint32_t height, sidle_terrain terrain, float reach) {
        return detail::out<std::uint32_t>([&](std::uint32_t *count) {
            return sidle_world_vacate(raw(), x, y, width, height, terrain, reach, count);
        });
    }
    Status set_allies(std::uint32_t team, std::uint64_t allies) {
        return sidle_world_set_allies(raw(), team, allies);
    }

    Result<ProfileId> add_profile(const Profile &profile) {
        return detail::out<ProfileId>(
            [&](ProfileId *id) { return sidle_profile_add(raw(), &profile, id); });
    }
    Status set_profile(ProfileId id, const Profile &profile) {
        return sidle_profile_set(raw(), id, &profile);
    }
    Status release_profile(ProfileId id) { return sidle_profile_release(raw(), id); }

    /* ---- a unit ---- */

    Result<UnitId> create_unit(const UnitDef &def) {
        return detail::out<UnitId>([&](UnitId *id) { return sidle_unit_create(raw(), &def, id); });
    }
    Status destroy(UnitId id) { return sidle_unit_destroy(raw(), id); }
    Status set_unit_profile(UnitId id, ProfileId profile) {
        return sidle_unit_set_profile(raw(), id, profile);
    }
    Status set_team(UnitId id, std::uint32_t team) { return sidle_unit_set_team(raw(), id, team); }
    Status set_heading(UnitId id, Vec2 heading) {
        return sidle_unit_set_heading(raw(), id, heading);
    }
    Status set_rank(UnitId id, std::uint32_t rank) { return sidle_unit_set_rank(raw(), id, rank); }
    Status set_user(UnitId id, std::uint64_t user) { return sidle_unit_set_user(raw(), id, user); }
    Status set_speed_factor(UnitId id, float factor) {
        return sidle_unit_set_speed_factor(raw(), id, factor);
    }
    Status set_ghost(UnitId id, bool ghost) { return sidle_unit_set_ghost(raw(), id, ghost); }
    Status stow(UnitId id, sidle_pursuers pursuers) { return sidle_unit_stow(raw(), id, pursuers); }
    Status unstow(UnitId id, Vec2 position) { return sidle_unit_unstow(raw(), id, position); }
    Result<Vec2> unstow_near(UnitId id, Vec2 position, float reach, const Filter *clear_of) {
        return detail::out<Vec2>([&](Vec2 *place) {
            return sidle_unit_unstow_near(raw(), id, position, reach, clear_of, place);
        });
    }
    Status teleport(UnitId id, Vec2 position) { return sidle_unit_teleport(raw(), id, position); }
    Result<Vec2> teleport_near(UnitId id, Vec2 position, float reach, const Filter *clear_of) {
        return detail::out<Vec2>([&](Vec2 *place) {
            return sidle_unit_teleport_near(raw(), id, position, reach, clear_of, place);
        });
    }
    Status face(UnitId id, Vec2 heading) { return sidle_unit_face(raw(), id, heading); }

    /* ---- its orders ---- */

    Status go(UnitId id, Vec2 goal) { return sidle_unit_go(raw(), id, goal); }
    Result<Vec2> go_near(UnitId id, Vec2 goal, Span<const Vec2> waypoints, float reach,
                         const Filter *clear_of) {
        return detail::out<Vec2>([&](Vec2 *place) {
            return sidle_unit_go_near(raw(), id, goal, waypoints.data(), detail::count(waypoints),
                                      reach, clear_of, place);
        });
    }
    Status hold(UnitId id) { return sidle_unit_hold(raw(), id); }
    Status patrol(UnitId id, Span<const Vec2> points) {
        return sidle_unit_patrol(raw(), id, points.data(), detail::count(points));
    }
    Status pursue(UnitId id, UnitId target) { return sidle_unit_pursue(raw(), id, target); }
    Status approach(UnitId id, UnitId target, const Range &range) {
        return sidle_unit_approach(raw(), id, target, &range);
    }
    Status approach_point(UnitId id, Vec2 point, const Range &range) {
        return sidle_unit_approach_point(raw(), id, point, &range);
    }
    Status set_range(UnitId id, const Range &range) {
        return sidle_unit_set_range(raw(), id, &range);
    }
    Status follow(UnitId id, UnitId leader) { return sidle_unit_follow(raw(), id, leader); }
    Status evade(UnitId id, UnitId hunter) { return sidle_unit_evade(raw(), id, hunter); }
    Status flee(UnitId id, Vec2 danger) { return sidle_unit_flee(raw(), id, danger); }
    Status wander(UnitId id, Vec2 centre, float radius) {
        return sidle_unit_wander(raw(), id, centre, radius);
    }
    Status stop(UnitId id) { return sidle_unit_stop(raw(), id); }
    Status set_path(UnitId id, Span<const Vec2> waypoints) {
        return sidle_unit_set_path(raw(), id, waypoints.data(), detail::count(waypoints));
    }
    Status set_guide(UnitId id, Vec2 waypoint) { return sidle_unit_set_guide(raw(), id, waypoint); }
    Status set_pace(UnitId id, float speed) { return sidle_unit_set_pace(raw(), id, speed); }
    Status reserve(UnitId id, std::uint32_t sight) { return sidle_unit_reserve(raw(), id, sight); }
    Status answer(UnitId id, sidle_step step) { return sidle_unit_answer(raw(), id, step); }

    /* ---- many units: an entry for each of them, or one for all; the results, if given, one for
     * each ---- */

    Status go(Span<const UnitId> ids, Span<const Vec2> goals, Span<sidle_result> results = {}) {
        return of_all(sidle_units_go, ids, goals, results);
    }
    Status set_path(Span<const UnitId> ids, Span<const Path> paths,
                    Span<sidle_result> results = {}) {
        return of_all(sidle_units_set_path, ids, paths, results);
    }
    Status set_guide(Span<const UnitId> ids, Span<const Vec2> points,
                     Span<sidle_result> results = {}) {
        return of_all(sidle_units_set_guide, ids, points, results);
    }
    Status set_range(Span<const UnitId> ids, Span<const Range> ranges,
                     Span<sidle_result> results = {}) {
        return of_all(sidle_units_set_range, ids, ranges, results);
    }
    /* next: an entry for each cell of the world. */
    Status set_flow(Span<const UnitId> ids, Span<const std::uint32_t> next, std::uint32_t ahead,
                    Span<sidle_result> results = {}) {
        const Flow flow{next.data(), ahead};
        if (next.size() != cells() || wrong(ids, results)) return SIDLE_ERROR_ARGUMENT;
        return sidle_units_set_flow(raw(), ids.data(), detail::count(ids), &flow, results.data());
    }

    /* ---- groups; offsets of a formation: one for each unit ---- */

    Result<std::vector<Vec2>> group_places(Span<const UnitId> ids, Vec2 goal,
                                           const Formation &formation) {
        std::vector<Vec2> places(ids.size());
        sidle_result code = sidle_group_places(raw_groups(), ids.data(), detail::count(ids), goal,
                                               &formation, places.data());
        return {code, std::move(places)};
    }
    Result<GroupId> group_go(Span<const UnitId> ids, Vec2 goal, const Formation &formation) {
        return detail::out<GroupId>([&](GroupId *group) {
            return sidle_group_go(raw_groups(), ids.data(), detail::count(ids), goal, &formation,
                                  group);
        });
    }
    Result<GroupId> group_patrol(Span<const UnitId> ids, Span<const Vec2> points,
                                 const Formation &formation) {
        return detail::out<GroupId>([&](GroupId *group) {
            return sidle_group_patrol(raw_groups(), ids.data(), detail::count(ids), points.data(),
                                      detail::count(points), &formation, group);
        });
    }
    Result<GroupId> group_approach(Span<const UnitId> ids, UnitId target, const Range &range,
                                   const Formation &formation) {
        return detail::out<GroupId>([&](GroupId *group) {
            return sidle_group_approach(raw_groups(), ids.data(), detail::count(ids), target,
                                        &range, &formation, group);
        });
    }
    Result<GroupId> group_approach_point(Span<const UnitId> ids, Vec2 point, const Range &range,
                                         const Formation &formation) {
        return detail::out<GroupId>([&](GroupId *group) {
            return sidle_group_approach_point(raw_groups(), ids.data(), detail::count(ids), point,
                                              &range, &formation, group);
        });
    }
    Status group_set_path(GroupId group, Span<const Vec2> waypoints) {
        return sidle_group_set_path(raw_groups(), group, waypoints.data(),
                                    detail::count(waypoints));
    }
    Status group_set_flow(GroupId group, Span<const std::uint32_t> next, std::uint32_t ahead) {
        const Flow flow{next.data(), ahead};
        if (next.size() != cells()) return SIDLE_ERROR_ARGUMENT;
        return sidle_group_set_flow(raw_groups(), group, &flow);
    }
    Status group_join(GroupId group, Span<const UnitId> ids) {
        return sidle_group_join(raw_groups(), group, ids.data(), detail::count(ids));
    }
    Status group_leave(UnitId unit) { return sidle_group_leave(raw_groups(), unit); }
    Status group_disband(GroupId group) { return sidle_group_disband(raw_groups(), group); }

    /* ---- snapshots and recordings ---- */

    Status load(Span<const std::uint8_t> saved) {
        return sidle_world_load(raw(), saved.data(), saved.size());
    }
    /* Load their world first. */
    Status load_groups(Span<const std::uint8_t> saved) {
        return sidle_groups_load(raw_groups(), saved.data(), saved.size());
    }
    /* Groups are not copied. */
    Status copy_from(const View &other) { return sidle_world_copy(raw(), other.raw()); }

    Status start_recording(const sidle_recorder_def &def = sidle_recorder_def_default()) {
        sidle_recorder *recorder = nullptr;
        sidle_result code = sidle_recorder_create(raw(), &def, &recorder);
        if (!code) std::swap(recorder, recorder_);
        sidle_recorder_destroy(recorder);
        return code;
    }
    /* The bytes of the recording; empty when its definition had a write function. */
    Result<Bytes> end_recording() {
        sidle_recorder *recorder = std::exchange(recorder_, nullptr);
        sidle_result code = sidle_recorder_end(recorder);
        std::size_t size = 0;
        const auto *first =
            static_cast<const std::uint8_t *>(sidle_recorder_bytes(recorder, &size));
        Bytes made = first ? Bytes(first, first + size) : Bytes();
        sidle_recorder_destroy(recorder);
        return {code, std::move(made)};
    }

  private:
    World(sidle_world *world, sidle_groups *groups) : View(world, groups) {}

    void swap(World &other) {
        std::swap(world_, other.world_);
        std::swap(groups_, other.groups_);
        std::swap(recorder_, other.recorder_);
    }

    std::size_t cells() const { return std::size_t{width()} * height(); }

    static bool wrong(Span<const UnitId> ids, Span<sidle_result> results) {
        return !results.empty() && results.size() != ids.size();
    }

    template <class T>
    Status of_all(sidle_result call(sidle_world *, const UnitId *, std::uint32_t, const T *,
                                    std::size_t, sidle_result *),
                  Span<const UnitId> ids, Span<const T> entries, Span<sidle_result> results) {
        bool one = entries.size() == 1;
        if ((!one && entries.size() != ids.size()) || wrong(ids, results))
            return SIDLE_ERROR_ARGUMENT;
        return call(raw(), ids.data(), detail::count(ids), entries.data(), one ? 0 : sizeof(T),
                    results.data());
    }

    sidle_recorder *recorder_ = nullptr;
};

/* ---- replaying ---- */

/* Plays a recording again, and compares. It keeps the bytes. */
class Replay {
  public:
    static Result<Replay> create(Bytes recording, std::uint64_t from = 0) {
        Replay made;
        made.bytes_ = std::move(recording);
        sidle_result code =
            sidle_replay_create(nullptr, made.bytes_.data(), made.bytes_.size(), from, &made.raw_);
        return {code, std::move(made)};
    }

    Replay() = default;
    Replay(Replay &&other) noexcept
        : raw_(std::exchange(other.raw_, nullptr)), bytes_(std::move(other.bytes_)) {}
    Replay &operator=(Replay &&other) noexcept {
        std::swap(raw_, other.raw_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~Replay() { sidle_replay_destroy(raw_); }

    Status tick() { return sidle_replay_tick(raw_); }
    bool over() const { return sidle_replay_over(raw_); }
    /* The world after the last tick; look it up again after the next one. */
    View world() const { return {sidle_replay_world(raw_), sidle_replay_groups(raw_)}; }
    std::string text() const {
        return detail::text(
            [&](char *to, std::size_t size) { return sidle_replay_text(raw_, to, size); });
    }

  private:
    sidle_replay *raw_ = nullptr;
    Bytes bytes_;
};

} // namespace sidle

#endif
