-- Prints ns a unit and tick of 10,000 units that go to far goals, with all positions read in each tick, as
-- bindings/overhead.c does in C.
local sidle = require("sidle")

local SIDE, TICKS, DT = 100, 300, 1 / 30
local world, arrays = sidle.world({ width = 512, height = 512 }), sidle.arrays("positions")
for k = 0, SIDE * SIDE - 1 do
    local x, y = 4 + k % SIDE * 2, 4 + math.floor(k / SIDE) * 2
    assert(world:unit_go(assert(world:unit_create({ position = { x = x, y = y } })), x + 300, y + 300))
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

local way = assert(ways[arg[1] or "table"], "expected rows, table or ffi")
assert(world:step(DT))
local start, sum = os.clock(), 0
for _ = 1, TICKS do
    assert(world:step(DT))
    sum = sum + way(assert(world:read(arrays)))
end
local ns = (os.clock() - start) * 1e9
print(("%.1f ns a unit and tick, hash %s, sum %g"):format(ns / TICKS / arrays:rows(), world:hash(), sum))
