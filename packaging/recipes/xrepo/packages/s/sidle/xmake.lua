package("sidle")
    set_homepage("@URL@")
    set_description("Local movement of many units beneath a pathfinder")
    set_license("MIT")

    add_urls("@URL@/sidle-$(version).tar.xz")
    add_versions("@VERSION@", "@SHA256@")

    if is_plat("linux", "bsd") then
        add_syslinks("m")
    end

    on_load(function (package)
        if package:config("shared") then
            package:add("defines", "SIDLE_SHARED")
        end
    end)

    -- With the CMake of the path.
    on_install(function (package)
        import("package.tools.cmake").install(package, {
            "-DCMAKE_BUILD_TYPE=" .. (package:is_debug() and "Debug" or "Release"),
            "-DBUILD_SHARED_LIBS=" .. (package:config("shared") and "ON" or "OFF")
        })
    end)

    on_test(function (package)
        assert(package:has_cfuncs("sidle_version", {includes = "sidle/sidle.h"}))
    end)
