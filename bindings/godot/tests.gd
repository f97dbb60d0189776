# Tests what the extension adds to the library. The errors that Godot prints are those of refused calls.
extends SceneTree

var failed := 0

func check(sentence: String, holds: bool):
	if not holds:
		failed += 1
		print(sentence, ": it does not hold")

func points(count: int) -> PackedVector2Array:
	var made := PackedVector2Array()
	for k in count:
		made.append(Vector2(2 + 2 * k, 4))
	return made

func _init():
	var world := SidleWorld.new()
	check("a call before create is refused", not world.step(0.1) and world.add_profile(0.4, 3) == -1)
	check("a world without units has no positions", world.positions(PackedInt64Array()).is_empty())
	check("cells that do not fill the map are refused", not world.create(4, 4, PackedByteArray([0, 0])))
	var cells := PackedByteArray()
	cells.resize(32 * 32)
	check("a world with cells is made", world.create(32, 32, cells))
	var scout := world.add_profile(0.4, 3)
	check("a profile that nobody can have is refused", scout == 1 and world.add_profile(-1, 3) == -1)

	var ids := world.create_units(points(5), scout)
	check("each unit has an id and its position", ids.size() == 5 and world.positions(ids) == points(5))
	check("units of no profile are refused", world.create_units(points(2), 99).is_empty())
	check("a refused unit leaves none behind", world.create_units(PackedVector2Array([Vector2(20, 20),
			Vector2(NAN, 1)]), scout).is_empty())
	check("goals are one, or one for each", not world.go(ids, points(2)) and world.go(ids, points(1)))
	check("a path is for all", world.set_path(ids, PackedVector2Array([Vector2(9, 20)])))
	for tick in 60:
		world.step(1.0 / 30)
	check("units go", world.positions(ids)[4].y > 4.5)
	check("units stop", world.stop(ids))
	check("a call by name does the same", world.call("go", ids, points(5)) and
			world.call("positions", ids).size() == 5 and world.call("add_profile", 1, 3) == 2)
	check("destroyed units are refused", world.destroy_units(ids) and not world.stop(ids) and
			world.positions(ids)[0] == Vector2.INF)
	world.free()
	print("godot: ", failed, " failed")
	quit(failed)
