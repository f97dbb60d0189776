function love.conf(t)
    t.identity = "sidle"
    t.window.title = "sidle"
    t.modules.audio = false
    t.modules.physics = false
end
