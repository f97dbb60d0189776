-- What the binding costs beside C: the program of bindings/overhead.c.
--
--     lua overhead.lua [TICKS [rows | table | ffi]]
local sidle = require("sidle")

local SIDE, EXTENT, DT = 100, 320, 1 / 30
local UNITS = SIDE * SIDE
local ticks = tonumber(arg[1] or 300)
local world, arrays = assert(sidle.world({ width = EXTENT, height = EXTENT })), sidle.arrays("positions")
for k = 0, UNITS - 1 do
    local x, y = 10 + 3 * (k % SIDE), 10 + 3 * math.floor(k / SIDE)
    local id = assert(world:unit_create({ position = { x = x, y = y } }))
    assert(world:unit_go(id, EXTENT - x, EXTENT - y))
end

-- The ways to read: each returns the sum of all coordinates.
local ways = {}

-- A call for each unit.
function ways.rows(rows)
    local sum = 0
    for row = 1, rows do
        local x, y = arrays:positions(row)
        sum = sum + x + y
    end
    return sum
end

-- One call that fills a table.
local flat = {}
function ways.table(rows)
    local sum = 0
    arrays:fill("positions", flat)
    for k = 1, 2 * rows do sum = sum + flat[k] end
    return sum
end

-- In place, with LuaJIT.
if jit then
    local ffi = require("ffi")
    function ways.ffi(rows)
        local sum, at = 0, ffi.cast("float *", arrays:pointer("positions"))
        for k = 0, 2 * rows - 1 do sum = sum + at[k] end
        return sum
    end
end

local name = arg[2] or "table"
local way = assert(ways[name], "expected rows, table or ffi")
local sum, begin = 0, os.clock()
for _ = 1, ticks do
    assert(world:step(DT))
    sum = sum + way(assert(world:read(arrays)))
end
local ns = (os.clock() - begin) * 1e9 / UNITS / ticks
print(("%s, %s: %.0f ns a unit and tick, sum %.3f"):format(jit and "LuaJIT" or _VERSION, name, ns, sum))
