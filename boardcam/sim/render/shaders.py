"""GLSL: one vertex shader, and one fragment shader that is compiled once for each `Pattern`.

Software rasterisers run both sides of every `if`, hence a program for each pattern instead of one that asks.
Light: up to three lamps with shadow maps whose edges soften with distance (percentage-closer), a sky that is darker where a height
map of the table is higher than the pixel (ambient occlusion), and a room of bright and dark walls for reflections.

`more` by pattern — CLOTH: scale, speckle, weave, -; CHECKER: paint, profile, ring radius, seed; DIE: glow, pip size, -, seed;
SURFACE: detail kind, strength, scale, -; PRINT: cell, 1 = doubling cube, first cell of the cube, -; SKIN: sleeve from this
length on, stripes, -, seed; WOOD and LEATHER: scale, contrast, -, seed.
"""

VERTEX = """
#version 330
uniform mat4 view;
in vec3 pos; in vec3 nor;
in vec4 r0; in vec4 r1; in vec4 r2; in vec4 ia; in vec4 ib; in vec4 ic; in vec4 im; in vec4 ik;
out vec3 wp; out vec3 wn; out vec3 lp; out vec3 ln;
flat out vec4 A; flat out vec4 B; flat out vec4 C; flat out vec4 M; flat out vec4 K;
void main() {
  vec4 p = vec4(pos, 1.0);
  wp = vec3(dot(r0, p), dot(r1, p), dot(r2, p));
  vec3 x = vec3(r0.x, r1.x, r2.x), y = vec3(r0.y, r1.y, r2.y), z = vec3(r0.z, r1.z, r2.z);
  wn = normalize(cross(y, z) * nor.x + cross(z, x) * nor.y + cross(x, y) * nor.z);
  lp = pos; ln = nor; A = ia; B = ib; C = ic; M = im; K = ik;
  gl_Position = view * vec4(wp, 1.0);
}
"""

DEPTH = """
#version 330
in vec3 wp;
out vec4 height;
void main() { height = vec4(wp.z); }
"""

LABEL = """
#version 330
in vec3 wn; in vec3 ln;
flat in vec4 K;
out vec4 label;
void main() { label = vec4(K.x, K.y, ln.z > 0.3 ? 255.0 : 0.0, 255.0) / 255.0; }
"""

COMMON = """
in vec3 wp; in vec3 wn; in vec3 lp; in vec3 ln;
flat in vec4 A; flat in vec4 B; flat in vec4 C; flat in vec4 M; flat in vec4 K;
uniform vec3 eye;
uniform sampler2D noise; uniform sampler2D prints; uniform sampler2D surface; uniform sampler2D heights;
uniform sampler2D shadows;                // three maps side by side
uniform vec4 span;                      // of the surface texture in the world: x, y, 1/width, 1/height
uniform vec4 ground;                    // of the height map, likewise
uniform int lamps;
uniform mat4 lampView[3]; uniform vec3 lampAt[3]; uniform vec3 lampColour[3];
uniform vec4 lampSoft[3];               // size, near, far, tan of half the opening
uniform vec4 patchOf[3];                // light falls only in this rectangle on z = 0 (x0, y0, x1, y1)
uniform vec4 patchTurn[3];              // cos, sin, edge softness, bars
uniform vec3 sky; uniform vec3 floorLight; uniform vec3 window; uniform vec3 windowDir; uniform vec4 roomSeed;
out vec4 colour;

struct Face { vec3 albedo; vec3 n; float rough; float f0; float glow; };

vec3 bump(vec3 n, float h) {
  vec3 px = dFdx(wp), py = dFdy(wp);
  vec3 u = cross(py, n), v = cross(n, px);
  float det = dot(px, u);
  vec3 g = sign(det) * (dFdx(h) * u + dFdy(h) * v);
  return normalize(abs(det) * n - g);
}
vec4 tex(vec2 p) { return texture(noise, p); }
vec2 flatten() {                        // texture coordinates from the side the face looks to
  vec3 a = abs(ln);
  vec3 w = wp;
  return a.z > 0.7 ? w.xy : (a.x > a.y ? w.yz : w.xz);
}
"""

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

SHADE = """
const vec2 RING[8] = vec2[](vec2(-0.33, -0.10), vec2(0.42, 0.12), vec2(-0.10, 0.55), vec2(0.20, -0.62), vec2(-0.72, 0.35),
  vec2(0.75, -0.40), vec2(-0.55, -0.72), vec2(0.62, 0.72));
float dither(vec2 p) { return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))); }

float depthOf(int i, vec2 uv) { uv = clamp(uv, 0.001, 0.999); return textureLod(shadows, vec2((uv.x + float(i)) / 3.0, uv.y), 0.0).r; }

float lit(int i, vec3 p, vec3 n) {
  vec4 q = lampView[i] * vec4(p + n * 0.02, 1.0);
  vec2 uv = q.xy / q.w * 0.5 + 0.5;
  float far = lampSoft[i].z, near = lampSoft[i].y;
  float z = q.w - 0.02;
  if (abs(uv.x - 0.5) > 0.49 || abs(uv.y - 0.5) > 0.49) return 1.0;
  float wide = lampSoft[i].x / lampSoft[i].w * 0.5 / (z * z); // width in the map of the soft edge, for each unit of gap
  float a = 6.2831853 * dither(gl_FragCoord.xy); mat2 m = mat2(cos(a), sin(a), -sin(a), cos(a));
  float sum = 0.0, hits = 0.0;
  float reach = min(wide * 1.2 + 0.001, 0.05);
  for (int k = 0; k < 8; k++) {
    float b = depthOf(i, uv + m * RING[k] * reach);
    float t = near * far / (far - b * (far - near));
    if (t < z - 0.01) { sum += t; hits += 1.0; }
  }
  int taps = hits > 0.0 ? 8 : 0;
  float gap = max(z - sum / max(hits, 1.0), 0.0);
  float r = clamp(wide * gap, 0.0008, 0.05), dark = 0.0;
  for (int k = 0; k < taps; k++) {
    float b = depthOf(i, uv + m * RING[k].yx * r);
    dark += near * far / (far - b * (far - near)) < z - 0.01 ? 0.125 : 0.0;
  }
  return 1.0 - dark;
}

float inPatch(int i, vec3 p, vec3 l) {
  vec2 q = p.xy - l.xy / max(l.z, 0.05) * p.z;
  vec2 mid = (patchOf[i].xy + patchOf[i].zw) * 0.5, half_ = (patchOf[i].zw - patchOf[i].xy) * 0.5;
  vec2 d = mat2(patchTurn[i].x, -patchTurn[i].y, patchTurn[i].y, patchTurn[i].x) * (q - mid);
  vec2 e = 1.0 - smoothstep(half_ - patchTurn[i].z, half_ + patchTurn[i].z, abs(d));
  float bars = patchTurn[i].w > 0.0 ? smoothstep(0.08, 0.16, abs(fract(d.x * patchTurn[i].w) - 0.5)) : 1.0;
  return e.x * e.y * bars;
}

float occlusion(vec3 p, vec3 n) {
  float o = 1.0;
  for (int k = 0; k < 4; k++) {
    float r = 0.22 * exp2(float(k));
    vec2 uv = (p.xy + n.xy * r * 0.8 - ground.xy) * ground.zw;
    float h = textureLod(heights, uv, float(k) + 1.6).r;
    o *= 1.0 - 0.42 * clamp((h - p.z - 0.03) / r, 0.0, 1.0);
  }
  return o;
}

vec3 room(vec3 d, float rough) {
  float soft = 0.06 + rough * 0.9;
  vec3 c = mix(floorLight, sky, smoothstep(-0.3 - soft, 0.4 + soft, d.z));
  float pane = smoothstep(0.75 - soft, 0.82 + soft * 0.5, dot(d, windowDir));
  vec2 q = d.xy / (abs(d.z) + 0.3) * 1.3 + roomSeed.xy;
  float panel = smoothstep(0.5 - soft, 0.5 + soft, 0.5 + 0.5 * sin(q.x * 2.5)) * smoothstep(0.5 - soft, 0.5 + soft, 0.5 + 0.5 * sin(q.y * 2.0));
  return c * (1.0 + roomSeed.z * (panel - 0.25) * (1.0 - rough)) + window * 2.5 * pane * (1.0 - 0.7 * rough);
}

void main() {
  Face f = face();
  vec3 v = normalize(eye - wp);
  float nv = max(dot(f.n, v), 0.03), ao = occlusion(wp, normalize(wn));
  float metal = smoothstep(0.25, 0.5, f.f0);
  vec3 f0 = mix(vec3(f.f0), f.albedo, metal), diffuse = f.albedo * (1.0 - metal);
  vec3 ambient = mix(floorLight, sky, 0.5 + 0.5 * f.n.z) + window * max(0.25 + 0.75 * dot(f.n, windowDir), 0.0) * 0.6;
  vec3 sum = diffuse * ambient * ao;
  for (int i = 0; i < lamps; i++) {
    vec3 to = lampAt[i] - wp; float far = length(to); vec3 l = to / far;
    float nl = dot(f.n, l), wrap = clamp(mix(nl, 0.5 * nl + 0.5, f.glow), 0.0, 1.0);
    vec3 light = lampColour[i] * lit(i, wp, normalize(wn)) * inPatch(i, wp, l);
    light *= dot(lampAt[i], lampAt[i]) / (far * far + 1.0);
    vec3 h = normalize(l + v);
    float nh = max(dot(f.n, h), 0.0), a = clamp(f.rough * f.rough + lampSoft[i].x / far * 0.25, 0.003, 1.0), a2 = a * a;
    float dd = nh * nh * (a2 - 1.0) + 1.0;
    float k = f.rough * 0.5, n_l = max(nl, 0.0);
    float gloss = a2 / (3.14159 * dd * dd) * 0.25 / ((nv * (1.0 - k) + k) * (n_l * (1.0 - k) + k));
    vec3 fr = f0 + (1.0 - f0) * pow(1.0 - max(dot(h, v), 0.0), 5.0);
    sum += light * (diffuse * wrap + min(gloss, 40.0) * fr * n_l * 0.5);
  }
  vec3 fr = f0 + (max(vec3(1.0 - f.rough), f0) - f0) * pow(1.0 - nv, 5.0);
  sum += fr * room(reflect(-v, f.n), f.rough) * mix(ao, 1.0, 0.2);
#ifdef SHINES
  sum += f.glow * f.albedo;
#endif
  if (!(sum.r >= 0.0 && sum.g >= 0.0 && sum.b >= 0.0)) sum = diffuse * ambient;   // a pixel where a derivative fell apart
  colour = vec4(min(sum, vec3(60.0)), 1.0);
}
"""


def fragment(pattern: str) -> str:
    """The fragment shader of one pattern."""
    head = "#version 330\n" + ("#define SHINES\n" if pattern == "PRINT" else "")
    return head + COMMON + FACES[pattern] + SHADE
