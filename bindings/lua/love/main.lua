-- A crowd of two colours that goes where you click. LÖVE loads the module sidle.so, which stands in LUA_CPATH.
--
--     love . [--seconds N]
local sidle = require("sidle")

local DT, SCALE = 1 / 30, 16 -- s a step; pixels a u
local COLOURS = { [0] = { 0.9, 0.6, 0 }, { 0.35, 0.7, 0.9 } }

local world, arrays, ids, time, left, frames
local radius = 0.4

function love.load(arguments)
    world = assert(sidle.world({ width = 50, height = 37 }))
    arrays = sidle.arrays("positions", "users")
    assert(world:set_cells(24, 10, 2, 17, sidle.TERRAIN_VOID))
    local profile = assert(world:profile_add({ radius = radius, top_speed = 4 }))
    ids = {}
    for k = 0, 199 do
        local team = k % 2
        local x, y = 4 + team * 32 + k % 10, 8 + math.floor(k / 10)
        ids[k + 1] = assert(world:unit_create({ profile = profile, position = { x = x, y = y }, user = team }))
        assert(world:unit_go(ids[k + 1], 46 - x, y))
    end
    time, frames, left = 0, 0, arguments[1] == "--seconds" and tonumber(arguments[2]) or math.huge
end

function love.update(dt)
    left = left - dt
    if left <= 0 then love.event.quit() end
    time = math.min(time + dt, 0.25)
    while time >= DT do
        time = time - DT
        assert(world:step(DT))
    end
    world:read(arrays)
end

function love.draw()
    love.graphics.setColor(0.4, 0.4, 0.4)
    love.graphics.rectangle("fill", 24 * SCALE, 10 * SCALE, 2 * SCALE, 17 * SCALE)
    for row = 1, arrays:rows() do
        local x, y = arrays:positions(row)
        love.graphics.setColor(COLOURS[arrays:users(row)])
        love.graphics.circle("fill", x * SCALE, y * SCALE, radius * SCALE)
    end
    frames = frames + 1
end

function love.mousepressed(x, y)
    assert(world:units_go(ids, { x / SCALE, y / SCALE }))
end

function love.quit()
    print(("%d frames, tick %d"):format(frames, world:tick()))
end
