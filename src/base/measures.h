/* Measures that several rules share, so that one idea has one number. All are shares: of a radius,
 * of a speed, of a length; no length in u and no time in s stands here. */
#ifndef SIDLE_MEASURES_H
#define SIDLE_MEASURES_H

/* ---- angles ---- */

/* Cosine: 60 degrees. What lies, or heads, within it is ahead, or goes the same way. At 0 crossing
 * streams hold each other up and a wide crowd comes one by one (bottleneck1000 takes 275 s instead
 * of 245 s); at .25 units that go to different doors join (door200 takes 96 s instead of 86 s); at
 * .8 one queue is taken for two (door_two_way100 turns at 1.18 rad/s instead of .98). */
#define COS_AHEAD 0.5f

/* Cosine: 45 degrees. Two courses within it are one course, and two whose angle is within it of 180
 * degrees meet head on. At 0 hallway_four_way100 overlaps .086 instead of .074; at .5 a unit in
 * single file overlaps others for 3.1 s without a break instead of 1.9 s (single_file1 to 5). */
#define COS_ONE_COURSE 0.7f

/* Cosine: 26 degrees, more than a sixteenth of a circle. Two directions within it count as one. At
 * .8 door_two_way100 overlaps .0068 instead of .0048; at .95 maps/flee does not come to rest in 60
 * s instead of 13 s. */
#define COS_SAME 0.9f

/* ---- speeds ---- */

/* Share of top speed: a slower unit is held up. At 0 the next unit sets out before the one at the
 * door has left; at .125 ten and at .5 seven units of maps/bridge set out again after arrival. */
#define HELD_UP_SPEED 0.25f

/* ---- lengths ---- */

/* Share of a radius, cell or speed, sine of an angle: too little to be seen, more than rounding.
 * At half of it 25 units of maps/doorway_two_way set out again after arrival; at double units there
 * overlap .058 instead of .016. */
#define IMPERCEPTIBLE 0.002f

/* Share of a radius: the room that units leave between each other. Without it units that pass
 * touch, and contact turns them aside: at 0 circle 100 turns at 1.09 rad/s instead of .88 and
 * blocks 2x400 overlap .011 instead of .006; at .2 blocks 2x100 take a twentieth longer. */
#define ROOM_LEFT 0.05f

/* Share of the radius: terrain is looked at with so large a disc, as a unit slides along a corner.
 * Motion always uses the whole disc. At .5 door200 takes 98 s instead of 86 s, and maps/dead_end 60
 * s instead of 22 s; at .9 corner takes 92 s instead of 86 s. */
#define LOOK_SLACK 0.75f

/* Share of both radii: bodies that press each other overlap by so much, so what is nearer is inside
 * the other. At 1 a body that keeps its distance seems to come nearer by rounding alone; at .998,
 * as at 1, 13 units of maps/bridge set out again after arrival. */
#define PRESSED 0.98f

/* Radii: what lies so near is about one body or two, as the way round them is. At half a radius a
 * unit changes its place ten times on its way; at 6 a unit in twenty of a town does not arrive. */
#define ROUND_A_BODY 4

/* Radii: a unit so near to a queue, a formation or a place belongs to it. Found on sixty units
 * before a door: below it latecomers slip past the sides of the queue, above it units join that are
 * nowhere near. */
#define NEARBY 6

/* Radii: ground without a wall within this distance is open. Two units that meet each have the room
 * for a way round a body there. With the courses of open ground between walls bottleneck1000 takes
 * 207 s instead of 196 s; with queues in the open circle 100 takes 15 % longer. */
#define OPEN_GROUND (2 * ROUND_A_BODY)

/* ---- choices ---- */

/* Share: another choice must be better by so much to be taken instead of the present one. At 0 a
 * unit changes to and fro between two that are alike. */
#define CLEARLY_BETTER 0.1f

/* Points: so many are tried along a way, or halvings of it, for one with room. At 2 two units of
 * three towns set out again after arrival; each more costs tests of terrain. */
#define PLACES_TRIED 4

#endif
