"""GLSL: one vertex shader, and one fragment shader that is compiled once for each `Pattern`.

Software rasterisers run both sides of every `if`, hence a program for each pattern instead of one that asks.
Light: up to three lamps with shadow maps whose edges soften with distance (percentage-closer), a sky that is darker where a height
map of the table is higher than the pixel (ambient occlusion), and a room of bright and dark walls for reflections.
"""

from __future__ import annotations

from boardcam.sim.render.faces import FACES

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

SHADE = """
const vec2 RING[8] = vec2[](vec2(-0.33, -0.10), vec2(0.42, 0.12), vec2(-0.10, 0.55), vec2(0.20, -0.62), vec2(-0.72, 0.35),
  vec2(0.75, -0.40), vec2(-0.55, -0.72), vec2(0.62, 0.72));
float dither(vec2 p) { return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))); }

float depthOf(int i, vec2 uv) {
  uv = clamp(uv, 0.001, 0.999);
  return textureLod(shadows, vec2((uv.x + float(i)) / 3.0, uv.y), 0.0).r;
}

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
  vec2 grid = smoothstep(0.5 - soft, 0.5 + soft, 0.5 + 0.5 * sin(q * vec2(2.5, 2.0)));
  float panel = grid.x * grid.y;
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
