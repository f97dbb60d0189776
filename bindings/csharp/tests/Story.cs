using System;
using System.Collections.Generic;
using System.IO;
using System.Json;
using System.Linq;
using Sidle;

/// <summary>Plays bindings/story: each call must have the result that it has in C, and each hash, too.</summary>
internal sealed class Story : IDisposable
{
    private readonly List<Unit> units = new List<Unit>();
    private readonly List<ProfileId> profiles = new List<ProfileId> { default };
    private readonly List<GroupId> made = new List<GroupId>();
    private World world;
    private Groups groups;
    private byte[] savedWorld, savedGroups;
    private int events, groupEvents;
    private JsonValue args;

    /// <summary>Returns the number of calls, and throws at the first one with another result.</summary>
    internal static int Play(string path)
    {
        JsonValue calls = JsonValue.Parse(File.ReadAllText(path));
        using (var story = new Story())
            for (int k = 0; k < calls.Count; k++)
            {
                string outcome = story.Outcome(calls[k]), expected = calls[k]["result"].ToString();
                if (outcome != expected)
                    throw new Exception($"call {k} ({calls[k]["call"]}): found {outcome}, expected {expected}");
            }
        return calls.Count;
    }

    public void Dispose()
    {
        groups?.Dispose();
        world?.Dispose();
    }

    private string Outcome(JsonValue call)
    {
        args = call["args"];
        string name = call["call"];
        if (name == "hash")
            return new JsonObject { { "world", world.Hash().ToString() }, { "groups", groups.Hash().ToString() },
                                    { "events", events }, { "group_events", groupEvents } }.ToString();
        try
        {
            return ((int)(Bulk(name) ?? One(name))).ToString();
        }
        catch (SidleException e)
        {
            return ((int)e.Result).ToString();
        }
    }

    // ---- arguments ----

    private static Vec2 ToPoint(JsonValue pair) { return new Vec2((float)pair[0], (float)pair[1]); }
    private static Vec2[] ToPoints(JsonValue list) { return ((JsonArray)list).Select(ToPoint).ToArray(); }
    private static UnitRange ToRange(JsonValue r) { return new UnitRange((float)r["most"], (float)r["least"], (uint)r["sight"]); }

    private Vec2 Point(string name) { return ToPoint(args[name]); }
    private Vec2[] Points(string name) { return ToPoints(args[name]); }
    private float Number(string name) { return (float)args[name]; }
    private uint Whole(string name) { return (uint)args[name]; }
    private Unit TheUnit(string name = "id") { return units[(int)args[name]]; }
    private UnitId Id(string name) { return TheUnit(name).Id; }
    private UnitId[] Ids() { return ((JsonArray)args["ids"]).Select(k => units[(int)k].Id).ToArray(); }
    private UnitRange Range() { return ToRange(args["range"]); }
    private GroupId Group() { return made[(int)args["group"]]; }

    private Flow Flow()
    {
        return new Flow(((JsonArray)args["flow"]["next"]).Select(n => (uint)n).ToArray(), (uint)args["flow"]["ahead"]);
    }

    private Formation Formation()
    {
        JsonValue from = args["formation"];
        return new Formation((Shape)(int)from["shape"])
        {
            Columns = (uint)from["columns"],
            Gap = (float)from["gap"],
            Heading = ToPoint(from["heading"]),
            March = (bool)from["march"],
            KeepPlaces = (bool)from["keep_places"],
            Offsets = from.ContainsKey("offsets") ? ToPoints(from["offsets"]) : null,
        };
    }

    private Profile Profile()
    {
        var profile = new Profile(Number("radius"), Number("top_speed"));
        foreach (KeyValuePair<string, JsonValue> field in (JsonObject)args["fields"])
            SetField(ref profile, field.Key, field.Value);
        return profile;
    }

    private static void SetField(ref Profile profile, string name, JsonValue value)
    {
        switch (name)
        {
            case "give_way": profile.GiveWay = (GiveWay)(int)value; break;
            case "priority": profile.Priority = (uint)value; break;
            case "queue": profile.Queue = (int)value != 0; break;
            case "push_enemies": profile.PushEnemies = (int)value != 0; break;
            case "passable": profile.Passable = (uint)value; break;
            case "layer": profile.Layer = (uint)value; break;
            case "turn_rate": profile.TurnRate = (float)value; break;
            case "patience": profile.Patience = (float)value; break;
            case "threshold": profile.Tuning.Threshold = (float)value; break;
            case "look_interval": profile.Tuning.LookInterval = (float)value; break;
            case "detour_max": profile.Tuning.DetourMax = (float)value; break;
            case "waypoint_radius": profile.Tuning.WaypointRadius = (float)value; break;
            case "ladder": for (int k = 0; k < value.Count; k++) profile.SetLadder(k, (byte)value[k]); break;
            case "terrain_factor": for (int k = 0; k < value.Count; k++) profile.SetTerrainFactor(k, (float)value[k]); break;
            case "tuning":
                foreach (KeyValuePair<string, JsonValue> field in (JsonObject)value)
                    SetField(ref profile, field.Key, field.Value);
                break;
            default: throw new Exception($"the player does not know the parameter {name}");
        }
    }

    // ---- calls about one unit, a group or the world ----

    private Result One(string name)
    {
        if (name.StartsWith("unit_") && name != "unit_create")
            UnitCall(name, TheUnit());
        else if (name.StartsWith("group_"))
            GroupCall(name);
        else
            WorldCall(name);
        return Result.Ok;
    }

    private void WorldCall(string name)
    {
        switch (name)
        {
            case "world_create":
                string rows = string.Concat(((JsonArray)args["cells"]).Select(row => (string)row));
                world = new World(Whole("width"), Whole("height"), Number("cell_size"), rows.Select(c => (byte)(c - '0')).ToArray());
                groups = new Groups(world);
                break;
            case "world_set_allies": world.SetAllies(Whole("team"), Whole("allies")); break;
            case "world_set_cells": world.SetCells(Whole("x"), Whole("y"), Whole("width"), Whole("height"), (TerrainClass)Whole("terrain")); break;
            case "world_set_cell_list":
                world.SetCellList(((JsonArray)args["cells"]).Select(c => new Cell { X = (uint)c[0], Y = (uint)c[1], Terrain = (TerrainClass)(int)c[2] }).ToArray());
                break;
            case "world_vacate": world.Vacate(Whole("x"), Whole("y"), Whole("width"), Whole("height"), (TerrainClass)Whole("terrain"), Number("reach")); break;
            case "profile_add": profiles.Add(world.ProfileAdd(Profile())); break;
            case "profile_set": world.ProfileSet(profiles[(int)Whole("id")], Profile()); break;
            case "unit_create": Create(); break;
            case "step": Step(); break;
            case "save": savedWorld = world.Save(); savedGroups = groups.Save(); break;
            case "load": world.Load(savedWorld); groups.Load(savedGroups); break;
            default: throw new Exception($"the player does not know the call {name}");
        }
    }

    private void Create()
    {
        units.Add(world[default]);
        units[units.Count - 1] = world.UnitCreate(new UnitDef(profiles[(int)Whole("profile")], Point("position"))
        {
            Heading = Point("heading"), Team = Whole("team"), Rank = Whole("rank"), User = Whole("user"),
        });
    }

    private void Step()
    {
        for (uint k = 0; k < Whole("count"); k++)
        {
            groups.Update(Number("dt"));
            world.Step(Number("dt"));
            events += world.Events().Length;
            groupEvents += groups.Events().Length;
        }
    }

    private void UnitCall(string name, Unit unit)
    {
        switch (name)
        {
            case "unit_destroy": unit.Destroy(); break;
            case "unit_hold": unit.Hold(); break;
            case "unit_stop": unit.Stop(); break;
            case "unit_set_profile": unit.SetProfile(profiles[(int)Whole("profile")]); break;
            case "unit_set_team": unit.SetTeam(Whole("team")); break;
            case "unit_set_heading": unit.SetHeading(Point("heading")); break;
            case "unit_set_rank": unit.SetRank(Whole("rank")); break;
            case "unit_set_user": unit.SetUser(Whole("user")); break;
            case "unit_set_speed_factor": unit.SetSpeedFactor(Number("factor")); break;
            case "unit_set_ghost": unit.SetGhost((bool)args["ghost"]); break;
            case "unit_stow": unit.Stow((Pursuers)Whole("pursuers")); break;
            case "unit_unstow": unit.Unstow(Point("position")); break;
            case "unit_unstow_near": unit.UnstowNear(Point("position"), Number("reach"), default(Filter)); break;
            case "unit_teleport": unit.Teleport(Point("position")); break;
            case "unit_teleport_near": unit.TeleportNear(Point("position"), Number("reach"), default(Filter)); break;
            case "unit_face": unit.Face(Point("heading")); break;
            case "unit_go": unit.Go(Point("goal")); break;
            case "unit_go_near": unit.GoNear(Point("goal"), Points("waypoints"), Number("reach")); break;
            case "unit_patrol": unit.Patrol(Points("points")); break;
            case "unit_pursue": unit.Pursue(Id("target")); break;
            case "unit_follow": unit.Follow(Id("leader")); break;
            case "unit_evade": unit.Evade(Id("hunter")); break;
            case "unit_flee": unit.Flee(Point("danger")); break;
            case "unit_wander": unit.Wander(Point("centre"), Number("radius")); break;
            case "unit_approach": unit.Approach(Id("target"), Range()); break;
            case "unit_approach_point": unit.ApproachPoint(Point("point"), Range()); break;
            case "unit_set_range": unit.SetRange(Range()); break;
            case "unit_set_path": unit.SetPath(Points("waypoints")); break;
            case "unit_set_guide": unit.SetGuide(Point("waypoint")); break;
            case "unit_set_pace": unit.SetPace(Number("speed")); break;
            case "unit_reserve": unit.Reserve(Whole("sight")); break;
            case "unit_answer": unit.Answer((Step)Whole("step")); break;
            default: throw new Exception($"the player does not know the call {name}");
        }
    }

    private void GroupCall(string name)
    {
        switch (name)
        {
            case "group_set_path": groups.SetPath(Group(), Points("waypoints")); return;
            case "group_set_flow": using (Flow flow = Flow()) groups.SetFlow(Group(), flow); return;
            case "group_join": groups.Join(Group(), Ids()); return;
            case "group_leave": groups.Leave(Id("unit")); return;
            case "group_disband": groups.Disband(Group()); return;
        }
        made.Add(default);
        made[made.Count - 1] = NewGroup(name, Ids(), Formation());
    }

    private GroupId NewGroup(string name, UnitId[] ids, Formation formation)
    {
        switch (name)
        {
            case "group_go": return groups.Go(ids, Point("goal"), formation);
            case "group_patrol": return groups.Patrol(ids, Points("points"), formation);
            case "group_approach": return groups.Approach(ids, Id("target"), Range(), formation);
            case "group_approach_point": return groups.ApproachPoint(ids, Point("point"), Range(), formation);
            default: throw new Exception($"the player does not know the call {name}");
        }
    }

    // ---- calls about many units ----

    private Result? Bulk(string name)
    {
        switch (name)
        {
            case "units_go": return world.UnitsGo(Ids(), Points("goals"));
            case "units_set_guide": return world.UnitsSetGuide(Ids(), Points("points"));
            case "units_set_range": return world.UnitsSetRange(Ids(), ((JsonArray)args["ranges"]).Select(ToRange).ToArray());
            case "units_set_flow": using (Flow flow = Flow()) return world.UnitsSetFlow(Ids(), flow);
            case "units_set_path":
                Vec2[][] paths = ((JsonArray)args["paths"]).Select(ToPoints).ToArray();
                return world.UnitsSetPath(Ids(), paths.SelectMany(p => p).ToArray(), paths.Select(p => (uint)p.Length).ToArray());
            default: return null;
        }
    }
}
