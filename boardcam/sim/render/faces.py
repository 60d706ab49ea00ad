"""GLSL: how each `Pattern` is painted: the colour, bumps, roughness and reflectance of one pixel.

`M` holds a material's `more`. CLOTH: scale, speckle, weave, seed; CHECKER: paint, profile, ring radius, seed; DIE: glow, pip size,
how much larger the one is, seed; SURFACE: detail kind, strength, scale, seed; PRINT: cell, 1 = doubling cube, first cell of the
cube, -; SKIN: sleeve from this length on, stripes, -, seed; WOOD and LEATHER: scale, contrast, across, seed.
"""

from __future__ import annotations

FACES = {
    "PLAIN": """
Face face() {
  float g = tex(flatten() * 0.3 + M.w).g;
  return Face(A.rgb * (0.94 + 0.12 * g), normalize(wn), A.w * (0.9 + 0.2 * g), B.w, 0.0);
}""",
    "WOOD": """
Face face() {
  vec2 p = flatten(); vec2 q = M.z > 0.5 ? p.yx : p;
  vec2 bent = q + vec2(0.0, 0.9 * tex(q * vec2(0.012, 0.06) * M.x + M.w).r + 0.15 * tex(q * vec2(0.08, 0.2) * M.x).r);
  vec4 t = tex(bent * vec2(0.03, 0.22) * M.x + M.w);
  float grain = clamp(t.b * 0.9 + 0.5 * (t.r - 0.3), 0.0, 1.0);
  float fine = tex(q * vec2(0.15, 1.6) * M.x + M.w * 2.0).g;
  vec3 c = mix(A.rgb, B.rgb, clamp(grain * M.y + (1.0 - M.y) * 0.3, 0.0, 1.0)) * (0.86 + 0.28 * fine);
  return Face(c, normalize(wn), A.w * (0.85 + 0.3 * fine), B.w, 0.0);
}""",
    "CLOTH": """
Face face() {
  vec2 p = flatten() * M.x;
  vec4 t = tex(p * 0.7 + M.w), big = tex(p * 0.11 + M.w);
  float weave = M.z * (0.5 + 0.5 * sin(p.x * 40.0)) * (0.5 + 0.5 * sin(p.y * 40.0));
  float check = smoothstep(0.45, 0.55, fract(p.x * 0.4)) * 0.5 + smoothstep(0.45, 0.55, fract(p.y * 0.4)) * 0.5;
  vec3 c = mix(A.rgb, B.rgb, clamp((t.g - 0.5) * 2.0 * M.y, 0.0, 1.0));
  c = mix(c, C.rgb, check * C.w);
  c *= (0.8 + 0.3 * t.g + 0.2 * (big.r - 0.5)) * (1.0 - 0.3 * weave);
  return Face(c, bump(normalize(wn), 0.012 * t.g), A.w, B.w, 0.0);
}""",
    "LEATHER": """
Face face() {
  vec2 p = flatten() * M.x;
  vec4 t = tex(p * 0.5 + M.w);
  vec3 c = mix(A.rgb, B.rgb, t.r * M.y) * (0.85 + 0.25 * t.a);
  return Face(c, bump(normalize(wn), 0.02 * t.a), A.w * (0.8 + 0.4 * (1.0 - t.a)), B.w, 0.0);
}""",
    "SURFACE": """
Face face() {
  vec2 uv = (wp.xy - span.xy) * span.zw;
  vec3 c = texture(surface, uv).rgb; c *= c;      // stored as a square root
  vec4 t = tex(wp.xy * 0.4 * M.z + M.w);
  vec4 s = tex((wp.xy + 0.8 * tex(wp.xy * 0.03 + M.w).r) * vec2(0.03, 0.25) * M.z + M.w);
  float h = M.x < 0.5 ? t.g : (M.x < 1.5 ? t.a : (M.x < 2.5 ? s.b : 0.5 * t.r + 0.5 * t.g));
  c *= 1.0 + M.y * (h - 0.5) + 0.15 * M.y * (tex(wp.xy * 0.07 + M.w).r - 0.5);
  return Face(c, bump(normalize(wn), 0.008 * M.y * h), A.w, B.w, 0.0);
}""",
    "CHECKER": """
Face face() {
  float r = length(lp.xy), paint = M.x, profile = M.y, ring = M.z, w = fwidth(r) + 0.01;
  float top = smoothstep(0.6, 0.9, ln.z);
  vec4 t = tex(lp.xy * 0.22 + M.w), u = tex(lp.xy * 0.09 + 0.13 * t.rg + M.w * 3.0);
  vec3 c = A.rgb; float rough = A.w, f0 = B.w, glow = 0.0;
  float inside = 1.0 - smoothstep(ring - w, ring + w, r);
  float groove = 1.0 - smoothstep(0.0, 0.05 + w, abs(r - ring));
  if (paint > 0.5 && paint < 1.5) c = mix(c, B.rgb, (1.0 - inside) * top);                       // rim of another colour
  if (paint > 1.5 && paint < 2.5) { float m = 1.0 - smoothstep(0.0, 0.06, r < 0.9 ? 0.9 - r : 0.0);
    m = max(m, 1.0 - top); c = mix(c, B.rgb, m); f0 = mix(f0, 0.65, m); rough = mix(rough, 0.3, m); }  // metal rim
  if (paint > 2.5 && paint < 3.5) c = mix(c, B.rgb, inside * top);                               // disc in the middle
  if (paint > 3.5 && paint < 4.5) c = mix(c, B.rgb, smoothstep(0.35, 0.7, u.r) * 0.8);          // marbled
  if (paint > 4.5 && paint < 5.5) c *= 0.75 + 0.5 * smoothstep(0.2, 0.8, u.r) * vec3(1.0, 0.98, 0.95);  // pearl
  if (paint > 5.5 && paint < 6.5) { glow = 0.35; c *= 0.75 + 0.35 * r * r; }                      // translucent
  if (paint > 6.5) c = mix(c, B.rgb, smoothstep(0.4, 0.65, tex(lp.xy * vec2(0.05, 0.3) + M.w).b) * 0.7);  // wooden
  float h = 0.0;
  if (profile > 0.5 && profile < 1.5) h = -0.03 * smoothstep(ring + 0.06, ring - 0.06, r);        // sunk middle
  if (profile > 1.5 && profile < 2.5) h = -0.10 * (1.0 - smoothstep(0.0, ring, r));               // dished
  if (profile > 2.5 && profile < 3.5) h = -0.02 * groove - 0.02 * (1.0 - smoothstep(0.0, 0.04 + w, abs(r - ring * 0.6)));
  if (profile > 3.5) h = 0.03 * (1.0 - r * r);                                                     // domed
  c *= 1.0 - 0.25 * groove * top * step(0.5, profile) * step(profile, 3.5);
  c *= 0.95 + 0.1 * t.g;
  return Face(c, bump(normalize(wn), h * top * 0.45), rough * (0.9 + 0.2 * t.r), f0, glow);
}""",
    "DIE": """
float pips(vec2 p, float n, float size) {
  p = p / 0.26; float d = 9.0;
  float odd = mod(n, 2.0);
  if (odd > 0.5) d = min(d, length(p));
  if (n > 1.5) d = min(d, min(length(p - 1.0), length(p + 1.0)));
  if (n > 3.5) d = min(d, min(length(p - vec2(1.0, -1.0)), length(p + vec2(1.0, -1.0))));
  if (n > 5.5) d = min(d, min(length(p - vec2(1.0, 0.0)), length(p + vec2(1.0, 0.0))));
  float one = n < 1.5 ? 1.0 + M.z : 1.0;
  return d - size / 0.26 * one;
}
Face face() {
  vec3 a = abs(lp);
  vec3 w = max(abs(ln) - 0.0, 0.0); vec2 p; float n;
  if (a.z >= a.x && a.z >= a.y) { p = lp.xy; n = lp.z > 0.0 ? 1.0 : 6.0; }
  else if (a.x >= a.y) { p = lp.yz; n = lp.x > 0.0 ? 2.0 : 5.0; }
  else { p = lp.xz; n = lp.y > 0.0 ? 3.0 : 4.0; }
  float d = pips(p, n, M.y), e = fwidth(d) * 0.7 + 0.02;
  float m = 1.0 - smoothstep(-e, e, d);
  float g = tex(lp.xy + lp.z + M.w).g;
  vec3 c = mix(A.rgb * (0.95 + 0.1 * g), n < 1.5 ? C.rgb : B.rgb, m);
  vec2 deep = p * 1.3 + 0.12 * (dot(eye - wp, wn) > 0.0 ? normalize(eye - wp).xy : vec2(0.0));  // far pips shine through
  float through = M.x > 0.0 ? 1.0 - smoothstep(-0.2, 0.5, pips(deep, 7.0 - n, M.y)) : 0.0;
  float core = M.x > 0.0 ? 1.0 - 0.45 * smoothstep(0.55, 0.2, length(p)) : 1.0;
  c = mix(c * mix(1.0, core, 1.0 - m), B.rgb, 0.25 * through * (1.0 - m));
  vec3 nn = bump(normalize(wn), -0.012 * smoothstep(0.35, -0.35, d));
  return Face(c, nn, mix(A.w, 0.6, m * 0.5), B.w, M.x * (1.0 - m));
}""",
    "PRINT": """
vec2 ink(float cell, vec2 p) {
  vec2 at = vec2(mod(cell, 8.0), floor(cell / 8.0));
  return texture(prints, (at + clamp(p + 0.5, 0.01, 0.99)) / 8.0).rg;
}
Face face() {
  vec3 a = abs(ln); vec2 p = lp.xy; float cell = M.x; float on = step(0.8, ln.z);
  if (M.y > 0.5) {
    float f = 0.0; on = 1.0;
    if (a.x > a.y && a.x > a.z) { p = vec2(lp.y, -lp.z) * sign(ln.x); f = ln.x > 0.0 ? 1.0 : 2.0; }
    else if (a.y > a.z) { p = vec2(lp.x, -lp.z); f = ln.y > 0.0 ? 3.0 : 4.0; }
    if (f > 0.5) cell = M.z + mod(cell - M.z + f, 6.0);
  }
  vec2 i = ink(cell, p) * on;
  vec3 c = mix(mix(A.rgb, C.rgb, i.y), B.rgb, i.x);
  return Face(c, normalize(wn), A.w, B.w, C.w);
}""",
    "SKIN": """
Face face() {
  vec4 t = tex(lp.xy * 0.15 + M.w), s = tex(lp.xy * vec2(0.5, 0.25) + lp.z * 0.2 + M.w);
  float sleeve = smoothstep(M.x - 0.04, M.x + 0.04, lp.y + 0.06 * (t.r - 0.5));
  vec3 skin = A.rgb * (0.85 + 0.3 * t.r) * mix(vec3(1.0), vec3(1.08, 0.94, 0.92), s.g);
  float line = M.y * smoothstep(0.4, 0.6, fract(lp.x * 2.0));
  vec3 cloth = mix(B.rgb, C.rgb, line) * (0.8 + 0.4 * s.g);
  float h = mix(0.015 * s.a, 0.05 * tex(lp.xy * vec2(0.06, 0.14) + M.w).r + 0.01 * s.g, sleeve);
  return Face(mix(skin, cloth, sleeve), bump(normalize(wn), h), mix(A.w, 0.9, sleeve), mix(0.035, 0.01, sleeve), 0.0);
}""",
}
