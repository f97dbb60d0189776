-- Plays bindings/story: each call must have the result that it has in C, and each hash, too.
--
--     lua story.lua STORY
local json = require("dkjson")
local sidle = require("sidle")

local world, groups, saved_world, saved_groups
local units, profiles, made, profile_count = {}, { [0] = 0 }, {}, 0
local unit_count, group_count, events, group_events = 0, 0, 0, 0

-- ---- arguments ----

local function flat(points)
    local list = {}
    for _, p in ipairs(points) do
        list[#list + 1] = p[1]
        list[#list + 1] = p[2]
    end
    return list
end

local function ids(a)
    local list = {}
    for k, n in ipairs(a.ids) do list[k] = units[n] end
    return list
end

local function xy(p)
    return { x = p[1], y = p[2] }
end

local function formation(a)
    local from = a.formation
    return {
        shape = from.shape, columns = from.columns, gap = from.gap, heading = xy(from.heading), march = from.march,
        keep_places = from.keep_places, offsets = from.offsets and flat(from.offsets),
    }
end

local function flow(a)
    return sidle.flow(a.flow.next, a.flow.ahead)
end

local function profile(a)
    local made_profile = { radius = a.radius, top_speed = a.top_speed }
    for name, value in pairs(a.fields) do made_profile[name] = value end
    return made_profile
end

-- ---- calls ----

-- A group of a call, or the null id where the call is refused.
local function new_group(call, ...)
    local group, text, name = groups[call](groups, ...)
    made[group_count] = group or 0
    group_count = group_count + 1
    return group, text, name
end

local calls = {}

function calls.world_create(a)
    local cells = {}
    for k, row in ipairs(a.cells) do
        cells[k] = row:gsub("%d", function(digit) return string.char(tonumber(digit)) end)
    end
    world = assert(sidle.world({ width = a.width, height = a.height, cell_size = a.cell_size, cells = table.concat(cells) }))
    groups = assert(world:groups())
    return true
end

function calls.world_set_allies(a) return world:set_allies(a.team, a.allies) end
function calls.world_set_cells(a) return world:set_cells(a.x, a.y, a.width, a.height, a.terrain) end
function calls.world_vacate(a) return world:vacate(a.x, a.y, a.width, a.height, a.terrain, a.reach) end

function calls.world_set_cell_list(a)
    local cells = {}
    for k, c in ipairs(a.cells) do cells[k] = { x = c[1], y = c[2], terrain = c[3] } end
    return world:set_cell_list(cells)
end

function calls.profile_add(a)
    profile_count = profile_count + 1
    local id, text, name = world:profile_add(profile(a))
    profiles[profile_count] = id or 0
    return id, text, name
end

function calls.profile_set(a) return world:profile_set(profiles[a.id], profile(a)) end

function calls.unit_create(a)
    local id, text, name = world:unit_create({
        profile = profiles[a.profile], position = xy(a.position), heading = xy(a.heading), team = a.team, rank = a.rank,
        user = a.user,
    })
    units[unit_count] = id or 0
    unit_count = unit_count + 1
    return id, text, name
end

function calls.unit_set_profile(a) return world:unit_set_profile(units[a.id], profiles[a.profile]) end
function calls.unit_patrol(a) return world:unit_patrol(units[a.id], flat(a.points)) end
function calls.unit_set_path(a) return world:unit_set_path(units[a.id], flat(a.waypoints)) end
function calls.unit_approach(a) return world:unit_approach(units[a.id], units[a.target], a.range) end
function calls.unit_approach_point(a) return world:unit_approach_point(units[a.id], a.point[1], a.point[2], a.range) end
function calls.unit_set_range(a) return world:unit_set_range(units[a.id], a.range) end

function calls.unit_go_near(a)
    return world:unit_go_near(units[a.id], a.goal[1], a.goal[2], flat(a.waypoints), a.reach)
end

function calls.unit_teleport_near(a)
    return world:unit_teleport_near(units[a.id], a.position[1], a.position[2], a.reach, {})
end

function calls.unit_unstow_near(a)
    return world:unit_unstow_near(units[a.id], a.position[1], a.position[2], a.reach, {})
end

-- The calls that take one more argument, or none: a point, the id of a unit, or a value.
local points = {
    unit_set_heading = "heading", unit_unstow = "position", unit_teleport = "position", unit_face = "heading",
    unit_go = "goal", unit_flee = "danger", unit_set_guide = "waypoint",
}
local others = { unit_pursue = "target", unit_follow = "leader", unit_evade = "hunter" }
local values = {
    unit_destroy = "", unit_hold = "", unit_stop = "", unit_set_team = "team", unit_set_rank = "rank",
    unit_set_user = "user", unit_set_speed_factor = "factor", unit_set_ghost = "ghost", unit_stow = "pursuers",
    unit_set_pace = "speed", unit_reserve = "sight", unit_answer = "step",
}
for call, name in pairs(points) do
    calls[call] = function(a) return world[call](world, units[a.id], a[name][1], a[name][2]) end
end
for call, name in pairs(others) do
    calls[call] = function(a) return world[call](world, units[a.id], units[a[name]]) end
end
for call, name in pairs(values) do
    calls[call] = function(a) return world[call](world, units[a.id], a[name]) end
end

function calls.unit_wander(a) return world:unit_wander(units[a.id], a.centre[1], a.centre[2], a.radius) end

function calls.units_go(a) return world:units_go(ids(a), flat(a.goals)) end
function calls.units_set_guide(a) return world:units_set_guide(ids(a), flat(a.points)) end
function calls.units_set_range(a) return world:units_set_range(ids(a), a.ranges) end
function calls.units_set_flow(a) return world:units_set_flow(ids(a), flow(a)) end

function calls.units_set_path(a)
    local paths = {}
    for k, path in ipairs(a.paths) do paths[k] = flat(path) end
    return world:units_set_path(ids(a), paths)
end

function calls.group_go(a) return new_group("go", ids(a), a.goal[1], a.goal[2], formation(a)) end
function calls.group_patrol(a) return new_group("patrol", ids(a), flat(a.points), formation(a)) end
function calls.group_approach(a) return new_group("approach", ids(a), units[a.target], a.range, formation(a)) end

function calls.group_approach_point(a)
    return new_group("approach_point", ids(a), a.point[1], a.point[2], a.range, formation(a))
end

function calls.group_set_path(a) return groups:set_path(made[a.group], flat(a.waypoints)) end
function calls.group_set_flow(a) return groups:set_flow(made[a.group], flow(a)) end
function calls.group_join(a) return groups:join(made[a.group], ids(a)) end
function calls.group_leave(a) return groups:leave(units[a.unit]) end
function calls.group_disband(a) return groups:disband(made[a.group]) end

function calls.step(a)
    for _ = 1, a.count do
        assert(groups:update(a.dt))
        assert(world:step(a.dt))
        for _ in world:events() do events = events + 1 end
        for _ in groups:events() do group_events = group_events + 1 end
    end
    return true
end

function calls.save()
    saved_world, saved_groups = assert(world:save()), assert(groups:save())
    return true
end

function calls.load()
    assert(world:load(saved_world))
    return groups:load(saved_groups)
end

-- ---- the player ----

local function same(found, expected, call)
    if found ~= expected then
        error(("%s: found %s, expected %s"):format(call, tostring(found), tostring(expected)))
    end
end

local function play(path)
    local file = assert(io.open(path))
    local story = assert(json.decode(file:read("*a")))
    file:close()
    for number, call in ipairs(story) do
        local where = ("call %d (%s)"):format(number - 1, call.call)
        if call.call == "hash" then
            same(world:hash(), call.result.world, where)
            same(groups:hash(), call.result.groups, where)
            same(events, call.result.events, where)
            same(group_events, call.result.group_events, where)
        else
            local value, _, name = calls[call.call](call.args)
            same(value and "OK" or name, sidle.RESULTS[call.result], where)
        end
    end
    groups:close()
    world:close()
    return #story
end

return play
