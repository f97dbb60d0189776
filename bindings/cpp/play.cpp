/* Plays the story of all bindings through sidle.hpp: see ../story/README.md.
 *
 *     play_cpp STORY
 */
#include "../story/read.h"
#include "sidle.hpp"

#include <cinttypes>
#include <map>

namespace {

using Args = const json_t *;

/* Keeps the id of a new unit, group or profile; the null id when it was refused. */
template <class Id> sidle::Status keep(std::vector<Id> &ids, const sidle::Result<Id> &made) {
    ids.push_back(made ? *made : Id{});
    return made.code();
}

std::vector<sidle::Vec2> point_list(Args list) {
    std::vector<sidle::Vec2> points(json_array_size(list));
    for (std::size_t k = 0; k < points.size(); k++) points[k] = to_point(json_array_get(list, k));
    return points;
}

std::vector<std::uint32_t> number_list(Args list) {
    std::vector<std::uint32_t> numbers(json_array_size(list));
    for (std::size_t k = 0; k < numbers.size(); k++)
        numbers[k] = static_cast<std::uint32_t>(json_integer_value(json_array_get(list, k)));
    return numbers;
}

class Player {
  public:
    sidle::Status make(const std::string &name, Args args);
    /* What a call gives, as the story has it. */
    json_t *outcome(Args call);

  private:
    sidle::Status create_world(Args args);
    sidle::Status step(float dt, std::uint32_t count);
    sidle::Status terrain(const std::string &name, Args args);
    sidle::Status unit(const std::string &name, Args args);
    sidle::Status order(const std::string &name, Args args);
    sidle::Status many(const std::string &name, Args args);
    sidle::Status group(const std::string &name, Args args);

    sidle::UnitId unit_id(Args args, const char *name) { return units_.at(whole(args, name)); }
    std::vector<sidle::UnitId> ids(Args args) {
        std::vector<sidle::UnitId> made;
        for (std::uint32_t k : number_list(member(args, "ids"))) made.push_back(units_.at(k));
        return made;
    }

    sidle::World world_;
    std::vector<sidle::ProfileId> profiles_{sidle::ProfileId{0}};
    std::vector<sidle::UnitId> units_;
    std::vector<sidle::GroupId> groups_;
    sidle::Bytes saved_, saved_groups_;
    std::size_t events_ = 0, group_events_ = 0;
};

sidle::Status Player::create_world(Args args) {
    sidle::WorldDef def = sidle_world_def_default();
    def.width = whole(args, "width");
    def.height = whole(args, "height");
    def.cell_size = number(args, "cell_size");
    std::string cells;
    for (std::uint32_t y = 0; y < def.height; y++)
        cells += json_string_value(json_array_get(member(args, "cells"), y));
    std::vector<std::uint8_t> classes(cells.size());
    for (std::size_t k = 0; k < cells.size(); k++)
        classes[k] = static_cast<std::uint8_t>(cells[k] - '0');
    def.cells = classes.data();
    auto made = sidle::World::create(def);
    world_ = std::move(*made);
    return made.code();
}

sidle::Status Player::step(float dt, std::uint32_t count) {
    for (std::uint32_t k = 0; k < count; k++) {
        if (auto status = world_.step(dt); !status) return status;
        events_ += world_.events().size();
        group_events_ += world_.group_events().size();
    }
    return SIDLE_OK;
}

sidle::Status Player::terrain(const std::string &name, Args args) {
    auto n = [&](const char *of) { return whole(args, of); };
    if (name == "world_set_allies") return world_.set_allies(n("team"), n("allies"));
    if (name == "world_set_cell_list") {
        std::vector<sidle::Cell> cells;
        for (std::size_t k = 0; k < json_array_size(member(args, "cells")); k++) {
            auto cell = number_list(json_array_get(member(args, "cells"), k));
            cells.push_back({cell[0], cell[1], static_cast<sidle_terrain>(cell[2])});
        }
        return world_.set_cell_list(cells);
    }
    auto terrain = static_cast<sidle_terrain>(n("terrain"));
    if (name == "world_set_cells")
        return world_.set_cells(n("x"), n("y"), n("width"), n("height"), terrain);
    return world_.vacate(n("x"), n("y"), n("width"), n("height"), terrain, number(args, "reach"))
        .code();
}

/* Creates a unit, and sets what it has beside its order. */
sidle::Status Player::unit(const std::string &name, Args args) {
    const sidle::Filter all{};
    auto n = [&](const char *of) { return whole(args, of); };
    if (name == "unit_create") {
        sidle::UnitDef def = sidle_unit_def_default();
        def.profile = profiles_.at(n("profile"));
        def.position = point(args, "position");
        def.heading = point(args, "heading");
        def.team = n("team");
        def.rank = n("rank");
        def.user = n("user");
        return keep(units_, world_.create_unit(def));
    }
    sidle::UnitId id = unit_id(args, "id");
    if (name == "unit_destroy") return world_.destroy(id);
    if (name == "unit_set_profile") return world_.set_unit_profile(id, profiles_.at(n("profile")));
    if (name == "unit_set_team") return world_.set_team(id, n("team"));
    if (name == "unit_set_heading") return world_.set_heading(id, point(args, "heading"));
    if (name == "unit_set_rank") return world_.set_rank(id, n("rank"));
    if (name == "unit_set_user") return world_.set_user(id, n("user"));
    if (name == "unit_set_speed_factor") return world_.set_speed_factor(id, number(args, "factor"));
    if (name == "unit_set_ghost") return world_.set_ghost(id, truth(args, "ghost"));
    if (name == "unit_stow") return world_.stow(id, static_cast<sidle_pursuers>(n("pursuers")));
    if (name == "unit_face") return world_.face(id, point(args, "heading"));
    sidle::Vec2 position = point(args, "position");
    if (name == "unit_unstow") return world_.unstow(id, position);
    if (name == "unit_teleport") return world_.teleport(id, position);
    float reach = number(args, "reach");
    if (name == "unit_unstow_near") return world_.unstow_near(id, position, reach, &all).code();
    return world_.teleport_near(id, position, reach, &all).code();
}

sidle::Status Player::order(const std::string &name, Args args) {
    sidle::UnitId id = unit_id(args, "id");
    auto points = [&](const char *of) { return point_list(member(args, of)); };
    if (name == "unit_go") return world_.go(id, point(args, "goal"));
    if (name == "unit_go_near")
        return world_
            .go_near(id, point(args, "goal"), points("waypoints"), number(args, "reach"), nullptr)
            .code();
    if (name == "unit_hold") return world_.hold(id);
    if (name == "unit_stop") return world_.stop(id);
    if (name == "unit_patrol") return world_.patrol(id, points("points"));
    if (name == "unit_pursue") return world_.pursue(id, unit_id(args, "target"));
    if (name == "unit_follow") return world_.follow(id, unit_id(args, "leader"));
    if (name == "unit_evade") return world_.evade(id, unit_id(args, "hunter"));
    if (name == "unit_flee") return world_.flee(id, point(args, "danger"));
    if (name == "unit_wander")
        return world_.wander(id, point(args, "centre"), number(args, "radius"));
    if (name == "unit_approach")
        return world_.approach(id, unit_id(args, "target"), range_of(args));
    if (name == "unit_approach_point")
        return world_.approach_point(id, point(args, "point"), range_of(args));
    if (name == "unit_set_range") return world_.set_range(id, range_of(args));
    if (name == "unit_set_path") return world_.set_path(id, points("waypoints"));
    if (name == "unit_set_guide") return world_.set_guide(id, point(args, "waypoint"));
    if (name == "unit_set_pace") return world_.set_pace(id, number(args, "speed"));
    if (name == "unit_reserve") return world_.reserve(id, whole(args, "sight"));
    return world_.answer(id, static_cast<sidle_step>(whole(args, "step")));
}

sidle::Status Player::many(const std::string &name, Args args) {
    auto all = ids(args);
    if (name == "units_go") return world_.go(all, point_list(member(args, "goals")));
    if (name == "units_set_guide") return world_.set_guide(all, point_list(member(args, "points")));
    if (name == "units_set_flow") {
        Args flow = member(args, "flow");
        return world_.set_flow(all, number_list(member(flow, "next")), whole(flow, "ahead"));
    }
    if (name == "units_set_range") {
        std::vector<sidle::Range> ranges;
        for (std::size_t k = 0; k < all.size(); k++)
            ranges.push_back(to_range(json_array_get(member(args, "ranges"), k)));
        return world_.set_range(all, ranges);
    }
    std::vector<std::vector<sidle::Vec2>> points;
    std::vector<sidle::Path> paths;
    for (std::size_t k = 0; k < all.size(); k++)
        points.push_back(point_list(json_array_get(member(args, "paths"), k)));
    for (auto &path : points)
        paths.push_back({path.data(), static_cast<std::uint32_t>(path.size())});
    return world_.set_path(all, paths);
}

sidle::Status Player::group(const std::string &name, Args args) {
    if (name == "group_leave") return world_.group_leave(unit_id(args, "unit"));
    if (json_object_get(args, "group")) {
        sidle::GroupId id = groups_.at(whole(args, "group"));
        if (name == "group_join") return world_.group_join(id, ids(args));
        if (name == "group_disband") return world_.group_disband(id);
        if (name == "group_set_path")
            return world_.group_set_path(id, point_list(member(args, "waypoints")));
        Args flow = member(args, "flow");
        return world_.group_set_flow(id, number_list(member(flow, "next")), whole(flow, "ahead"));
    }
    sidle::Vec2 offsets[MOST];
    sidle::Formation form = formation(args, offsets);
    auto all = ids(args);
    if (name == "group_go") return keep(groups_, world_.group_go(all, point(args, "goal"), form));
    if (name == "group_patrol")
        return keep(groups_, world_.group_patrol(all, point_list(member(args, "points")), form));
    if (name == "group_approach")
        return keep(groups_,
                    world_.group_approach(all, unit_id(args, "target"), range_of(args), form));
    return keep(groups_,
                world_.group_approach_point(all, point(args, "point"), range_of(args), form));
}

sidle::Status Player::make(const std::string &name, Args args) {
    static const std::map<std::string, sidle::Status (Player::*)(const std::string &, Args)> rooms =
        {{"world_", &Player::terrain}, {"units_", &Player::many}, {"group_", &Player::group}};
    static const std::string states =
        " unit_create unit_destroy unit_set_profile unit_set_team unit_set_heading "
        "unit_set_rank unit_set_user unit_set_speed_factor unit_set_ghost unit_stow "
        "unit_face unit_unstow unit_unstow_near unit_teleport unit_teleport_near ";
    if (name == "world_create") return create_world(args);
    if (name == "profile_add") return keep(profiles_, world_.add_profile(profile(args)));
    if (name == "profile_set")
        return world_.set_profile(profiles_.at(whole(args, "id")), profile(args));
    if (name == "step") return step(number(args, "dt"), whole(args, "count"));
    if (name == "save") {
        auto status = world_.save(saved_);
        return status ? world_.save_groups(saved_groups_) : status;
    }
    if (name == "load") {
        auto status = world_.load(saved_);
        return status ? world_.load_groups(saved_groups_) : status;
    }
    auto room = rooms.find(name.substr(0, 6));
    if (room != rooms.end()) return (this->*room->second)(name, args);
    return states.find(" " + name + " ") != std::string::npos ? unit(name, args)
                                                              : order(name, args);
}

json_t *Player::outcome(Args call) {
    std::string name = json_string_value(member(call, "call"));
    if (name != "hash") return json_integer(make(name, member(call, "args")).code());
    return json_pack("{s:s, s:s, s:I, s:I}", "world", std::to_string(world_.hash()).c_str(),
                     "groups", std::to_string(world_.groups_hash()).c_str(), "events",
                     static_cast<json_int_t>(events_), "group_events",
                     static_cast<json_int_t>(group_events_));
}

} // namespace

int main(int argc, char **argv) {
    json_error_t error;
    json_t *story = argc == 2 ? json_load_file(argv[1], 0, &error) : nullptr;
    if (!story) {
        std::fprintf(stderr, "usage: play_cpp STORY\n");
        return 2;
    }
    Player player;
    int wrong = 0;
    for (std::size_t at = 0; at < json_array_size(story); at++) {
        Args call = json_array_get(story, at);
        json_t *found = player.outcome(call);
        if (!json_equal(found, json_object_get(call, "result"))) {
            std::fprintf(stderr, "call %zu (%s) has another result than in C\n", at,
                         json_string_value(member(call, "call")));
            wrong++;
        }
        json_decref(found);
    }
    json_decref(story);
    return wrong ? 1 : 0;
}
