package = "sidle"
version = "@VERSION@-1"
source = { url = "file://sidle-@VERSION@.tar.gz", dir = "sidle-@VERSION@" }
description = {
   summary = "Local movement of many units beneath a pathfinder",
   license = "MIT",
}
dependencies = { "lua >= 5.1, < 5.5" }
build = {
   type = "builtin",
   modules = {
      sidle = { sources = { "module.c", "sidle.c" }, incdirs = { "." }, libraries = { "m" } },
   },
}
