-- lua tests.lua STORY: plays the story, calls everything with bad arguments, and checks what Lua adds.
local sidle = require("sidle")

local DT = 1 / 30
local passed, failed = 0, 0

local function check(sentence, test)
    local ok, holds = pcall(test)
    if ok and holds then
        passed = passed + 1
    else
        failed = failed + 1
        print(sentence .. ": " .. (ok and "it does not hold" or tostring(holds)))
    end
end

-- Does the call raise an error with this text?
local function raises(text, call, ...)
    local ok, message = pcall(call, ...)
    return not ok and tostring(message):find(text, 1, true) ~= nil
end

-- Units in rows, 2 u apart.
local function crowd(world, count)
    local ids = {}
    for k = 0, count - 1 do
        ids[k + 1] = assert(world:unit_create({ position = { x = 2 + k % 20 * 2, y = 2 + math.floor(k / 20) * 2 }, user = k }))
    end
    return ids
end

check("the story has the results and hashes that it has in C", function()
    return require("story")(arg[1]) > 1000
end)

check("each function refuses bad arguments as it documents", function()
    return require("refusals")() > 400
end)

check("a call after close is an error, also by way of groups", function()
    local world = sidle.world()
    local groups = world:groups()
    world:close()
    world:close()
    return raises("the world is closed", world.step, world, DT) and groups:update(DT) and not groups:close() and
        raises("the groups is closed", groups.update, groups, DT)
end)

check("a method of another type of userdata is an error", function()
    local world = sidle.world()
    return raises("sidle.groups", world:groups().update, world, DT) and raises("sidle.world", world.close, 5)
end)

check("a refusal is nil, a sentence and a name", function()
    local world = sidle.world()
    local id = crowd(world, 1)[1]
    assert(world:unit_destroy(id))
    local result, text, name = world:unit_go(id, 5, 5)
    return result == nil and text == sidle.result_text(5) and name == "STALE"
end)

check("numbers that C cannot hold are errors", function()
    local world = sidle.world()
    local id = crowd(world, 1)[1]
    return raises("whole number", world.unit_set_team, world, id, -1) and
        raises("whole number", world.unit_set_team, world, id, 1.5) and
        raises("whole number", world.unit_set_team, world, id, 2 ^ 32) and
        raises("whole number", world.unit_go, world, 2 ^ 53, 1, 1) and
        raises("64 bits", world.unit_set_user, world, id, "18446744073709551616") and
        raises("in 'team' number expected, got string", world.unit_create, world, { team = "red" }) and
        raises("in 'list' number expected, got table", world.unit_set_path, world, id, { {}, {} })
end)

check("a number of 64 bits goes through as text", function()
    local world = sidle.world()
    local id = crowd(world, 1)[1]
    assert(world:unit_set_user(id, "18446744073709551615"))
    local large = world:unit_get(id).user == "18446744073709551615"
    assert(world:unit_set_user(id, 2 ^ 53 - 1))
    return large and world:unit_get(id).user == 2 ^ 53 - 1
end)

check("the id of a unit is a key of a table, and changes with its slot's next unit", function()
    local world = sidle.world()
    local names = {}
    local first = crowd(world, 1)[1]
    names[first] = "first"
    assert(world:unit_destroy(first))
    local second = crowd(world, 1)[1]
    local seen
    for event in world:events() do seen = event end
    return names[first] == "first" and names[second] == nil and seen == nil and world:unit_next(0) == second
end)

check("a wrong name of a field is an error", function()
    local world = sidle.world()
    return raises("unit_def has no field 'postion'", world.unit_create, world, { postion = { x = 1, y = 1 } }) and
        raises("tuning has no field 'treshold'", world.profile_add, world, { tuning = { treshold = 1 } })
end)

check("a profile follows from its radius and speed, and its fields can be read again", function()
    local world = sidle.world()
    local id = assert(world:profile_add({ radius = 1, top_speed = 3, queue = false, tuning = { threshold = 0.25 } }))
    local profile = world:profile_get(id)
    return profile.radius == 1 and profile.queue == false and profile.tuning.threshold == 0.25 and
        profile.tuning.look_cell > world:profile_get(0).tuning.look_cell and profile.ladder[1] == 1
end)

check("a wrong profile is named", function()
    local ok, text, name, param = sidle.profile_check({ turn_rate = -1 })
    return ok == nil and #text > 0 and name == "ARGUMENT" and param == "turn_rate" and sidle.profile_check({})
end)

check("arrays hold all units, and grow with the world", function()
    local world, arrays = sidle.world(), sidle.arrays("ids", "positions", "users")
    local ids = crowd(world, 300)
    assert(world:unit_destroy(ids[2]))
    local x, y
    assert(world:read(arrays) == 300 and arrays:rows() == 300)
    x, y = arrays:positions(300)
    local flat = arrays:fill("positions", {})
    return x == flat[599] and y == flat[600] and #flat == 600 and arrays:ids(300) == ids[300] and arrays:ids(2) == 0 and
        arrays:users(300) == 299
end)

check("a row or a column that is not there is an error", function()
    local world, arrays = sidle.world(), sidle.arrays("positions")
    crowd(world, 2)
    assert(world:read(arrays))
    return raises("row 3", arrays.positions, arrays, 3) and raises("row 0", arrays.positions, arrays, 0) and
        raises("no column 'ids'", arrays.ids, arrays, 1) and raises("not the name of a column", sidle.arrays, "speeds")
end)

check("units of a list are read in its order", function()
    local world, arrays = sidle.world(), sidle.arrays("users")
    local ids = crowd(world, 5)
    return world:units_read({ ids[4], ids[2] }, arrays) == 2 and arrays:users(1) == 3 and arrays:users(2) == 1
end)

check("reading, stepping and filling a table allocate nothing in a tick", function()
    local world, arrays, flat = sidle.world(), sidle.arrays("ids", "positions"), {}
    for _, id in ipairs(crowd(world, 200)) do assert(world:unit_go(id, 40, 40)) end
    local sum = 0
    local function tick()
        world:step(DT)
        local rows = world:read(arrays)
        arrays:fill("positions", flat)
        for row = 1, rows do
            local x, y = arrays:positions(row)
            sum = sum + x - flat[2 * row - 1] + y - flat[2 * row]
        end
    end
    for _ = 1, 20 do tick() end
    collectgarbage()
    collectgarbage("stop")
    local before = collectgarbage("count")
    for _ = 1, 100 do tick() end
    local grown = collectgarbage("count") - before
    local counts = { collectgarbage("count"), {}, {} } -- the counter sees a table
    local seen = collectgarbage("count") > before + grown
    collectgarbage("restart")
    -- A table for each unit would take 1,000 KiB. The stack of Lua may grow by one, the traces of LuaJIT by some.
    return counts and seen and sum == 0 and grown <= (jit and 64 or 2)
end)

check("LuaJIT reads the arrays in place", function()
    if not jit then return true end
    local ffi = require("ffi")
    local world, arrays = sidle.world(), sidle.arrays("positions")
    crowd(world, 30)
    local rows = world:read(arrays)
    local at = ffi.cast("float (*)[2]", arrays:pointer("positions"))
    local x, y = arrays:positions(rows)
    return at[rows - 1][0] == x and at[rows - 1][1] == y and x == 20 and y == 4
end)

check("an event says which unit arrived", function()
    local world = sidle.world()
    local id = assert(world:unit_create({ position = { x = 5, y = 5 }, user = 77 }))
    assert(world:unit_go(id, 8, 5))
    for _ = 1, 300 do
        assert(world:step(DT))
        for event in world:events() do
            if event.type == sidle.EVENT_ARRIVED then
                return event.unit == id and event.user == 77 and event.arrival == sidle.ARRIVAL_AT_GOAL and event.point.x == 8
            end
        end
    end
end)

check("a query finds the units in a disc, nearest first", function()
    local world = sidle.world()
    local ids = crowd(world, 20)
    local found, hits = world:query_disc(2, 2, 5)
    local some, first = world:query_disc(2, 2, 5, nil, 1)
    return found == 3 and #hits == 3 and hits[1].unit == ids[1] and hits[2].unit == ids[2] and some == 3 and #first == 1 and
        world:query_disc(2, 2, 5, { teams = sidle.teams(5) }) == 0
end)

check("masks add up", function()
    return sidle.pass(0, 3, sidle.TERRAIN_HOST) == 41 and sidle.teams(0, 5) == 33 and sidle.teams(62) == "4611686018427387904"
end)

check("orders for many units tell the result of each", function()
    local world, results = sidle.world(), {}
    local ids = crowd(world, 3)
    assert(world:unit_destroy(ids[2]))
    local ok, _, name = world:units_go(ids, { 9, 9 }, results)
    return ok == nil and name == "STALE" and table.concat(results, " ") == "OK STALE OK" and
        raises("one for each unit", world.units_go, world, ids, { 1, 1, 2, 2 })
end)

check("a group marches in a formation of its own", function()
    local world = sidle.world()
    local groups, ids = world:groups(), crowd(world, 3)
    local line = { shape = sidle.SHAPE_OFFSETS, offsets = { 0, 0, 0, 2, 0, 4 } }
    local group = assert(groups:go(ids, 40, 30, line))
    for _ = 1, 900 do
        assert(groups:update(DT))
        assert(world:step(DT))
        for event in groups:events() do
            if event.type == sidle.GROUP_EVENT_ARRIVED then return event.group == group and event.point.x == 40 end
        end
    end
end)

check("lists that are too short for C are errors", function()
    local world = sidle.world()
    local groups, ids = world:groups(), crowd(world, 3)
    return raises("fewer offsets", groups.go, groups, ids, 9, 9, { shape = sidle.SHAPE_OFFSETS, offsets = { 0, 0 } }) and
        raises("fewer cells", world.units_set_flow, world, ids, sidle.flow({ 0, 1, 2 })) and
        raises("width * height", sidle.world, { width = 4, height = 4, cells = "abc" }) and
        raises("x and y", world.unit_patrol, world, ids[1], { 1, 2, 3 })
end)

check("a world goes on from a snapshot to the same hash", function()
    local world, other = sidle.world(), sidle.world()
    for _, id in ipairs(crowd(world, 40)) do assert(world:unit_go(id, 50, 50)) end
    for _ = 1, 60 do world:step(DT) end
    assert(other:load(world:save()))
    for _ = 1, 60 do
        world:step(DT)
        other:step(DT)
    end
    return world:hash() == other:hash() and world:difference(other) == nil
end)

check("two worlds that differ are told apart in words", function()
    local world, other = sidle.world(), sidle.world()
    local ids = crowd(world, 2)
    assert(other:copy(world))
    assert(world:unit_set_team(ids[2], 3))
    return world:difference(other):find("unit 2: team is 3", 1, true) == 1
end)

check("a recording is replayed to its end", function()
    local world = sidle.world()
    local recorder = assert(world:record({ snapshot_ticks = 0, hash_ticks = 1 }))
    for _, id in ipairs(crowd(world, 10)) do assert(world:unit_go(id, 50, 50)) end
    for _ = 1, 30 do world:step(DT) end
    assert(recorder:finish())
    local replay = assert(sidle.replay(recorder:bytes()))
    local seen = replay:world()
    while not replay:over() do assert(replay:tick()) end
    local hash, whole = replay:hash()
    replay:close()
    return seen:tick() == 30 and seen:hash() == world:hash() and hash == world:hash() and whole
end)

check("steering is a set of functions of tables and numbers", function()
    local agent = sidle.agent_default()
    local x, y = sidle.steer_seek(agent, 10, 0, DT)
    assert(sidle.steer_move(agent, x, y, DT))
    return x > 0 and y == 0 and agent.position.x > 0 and agent.velocity.x > 0
end)

check("worlds that nobody closes are collected", function()
    for _ = 1, 50 do
        local world = sidle.world()
        world:groups()
        world:record()
        sidle.arrays("positions")
    end
    collectgarbage()
    collectgarbage()
    return true
end)

print(("bindings_lua: %d passed, %d failed"):format(passed, failed))
os.exit(failed == 0 and 0 or 1)
