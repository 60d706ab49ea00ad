// A mount for the camera above the board: a clamp for a boom, and a plate for the camera that tilts on it.
// Any tube or stick will do as a boom: over the middle of the board, 70 to 110 cm above it, its foot behind or beside the table.
// Print both parts as they lie, in PETG or PLA, 0.2 mm layers, 4 walls, no supports. One M4x30 screw with nut is the hinge,
// one M4x25 with nut closes the clamp, four M2x8 hold the camera's board (a webcam: a 1/4 inch screw). With OpenSCAD: openscad -o mount.stl mount.scad

tube = 20;          // mm, outside diameter of the boom
camera = "module";  // "module": Raspberry Pi Camera Module 2 or 3, and its likes; "tripod": a webcam with a 1/4" thread
part = "both";      // "clamp", "plate" or "both"

wall = 5;
width = 16;         // of the clamp, along the boom
slack = 0.3;        // between what turns or slides in one another
m4 = 4.4;           // through holes
m4_nut = 7.2;       // across the flats
lug = 6;            // thickness of the hinge's tongue
$fn = 64;

module hole(diameter, length) { cylinder(d = diameter, h = length, center = true); }
module nut(flats, depth) { cylinder(d = flats / cos(30), h = depth, center = true, $fn = 6); }

// A ring that is cut open, with two ears for the screw that closes it, and the tongue of the hinge on the other side.
module clamp() {
    outer = tube + 2 * wall;
    ear = 14;
    gap = 4;
    difference() {
        union() {
            cylinder(d = outer, h = width);
            translate([tube / 2, -gap / 2 - wall, 0]) cube([wall + ear, gap + 2 * wall, width]);
            translate([-outer / 2 - 8, 0, width / 2]) hinge_half(width = width, thickness = lug);
        }
        translate([0, 0, -1]) cylinder(d = tube + slack, h = width + 2);
        translate([0, -gap / 2, -1]) cube([outer + ear, gap, width + 2]);
        translate([tube / 2 + wall + ear / 2, 0, width / 2]) rotate([90, 0, 0]) hole(m4, 60);
        translate([tube / 2 + wall + ear / 2, gap / 2 + wall, width / 2]) rotate([90, 0, 0]) nut(m4_nut, 5);
    }
}

// A tongue with a round end around the hinge's screw, which lies along y.
module hinge_half(width, thickness) {
    difference() {
        hull() {
            rotate([90, 0, 0]) cylinder(d = width, h = thickness, center = true);
            translate([8, 0, 0]) cube([4, thickness, width], center = true);
        }
        rotate([90, 0, 0]) hole(m4, thickness + 2);
    }
}

// Two tongues that hold the clamp's between them, and behind the same face the camera: it looks through the plate, away from the boom.
module plate() {
    base = 4;
    back = camera == "module" ? 18 : 14;
    hinge = 24;   // far enough from the camera for its board, or for a screw's head
    difference() {
        union() {
            translate([-16, -back, 0]) cube([32, back + hinge + 8, base]);
            for (side = [-1, 1]) translate([side * (lug + slack + 5) / 2, hinge, 0]) fork(base);
            // The board stands on feet, for there are parts on its front.
            if (camera == "module") at_the_holes() cylinder(d = 5, h = base + 2.5);
        }
        if (camera == "module") {
            at_the_holes() hole(1.8, 30);   // the screws cut their own thread
            // Wide enough for the square housing of the lens; the cone keeps lamps out of it and does not reach into the picture.
            hole(13.4, 30);
            translate([0, 0, -0.01]) cylinder(d1 = 19, d2 = 13.4, h = 3);
        } else {
            hole(6.6, 30);
        }
    }
}

// Holes 21 mm apart across and 12.5 mm along; the lens lies between two of them, the cable leaves on the side without.
module at_the_holes() { for (x = [-10.5, 10.5], y = [0, 12.5]) translate([x, y, 0]) children(); }

module fork(base) {
    height = 22;
    difference() {
        hull() {
            translate([-2.5, -8, 0]) cube([5, 16, base]);
            translate([0, 0, height]) rotate([0, 90, 0]) cylinder(d = 16, h = 5, center = true);
        }
        translate([0, 0, height]) rotate([0, 90, 0]) hole(m4, 8);
    }
}

if (part != "plate") translate([-30, 0, 0]) clamp();
if (part != "clamp") translate([30, 0, 0]) plate();
