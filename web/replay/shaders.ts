/** Where a corner of a thing is in the world. */
const placed = `
uniform highp sampler2D poses;
attribute float thing;
vec3 turned(vec4 place) {
  int row = int(thing + 0.5);
  return vec3(
    dot(texelFetch(poses, ivec2(0, row), 0), place),
    dot(texelFetch(poses, ivec2(1, row), 0), place),
    dot(texelFetch(poses, ivec2(2, row), 0), place)
  );
}`;

/** Only how far it is from the sun. */
export const shadowVertex = `${placed}
void main() {
  gl_Position = projectionMatrix * viewMatrix * vec4(turned(vec4(position, 1.0)), 1.0);
}`;

export const shadowFragment = 'void main() {}';

/** Light adds up in squares of what is displayed; what is too bright is displayed less and less brighter. */
const displayed = `
vec3 displayed(vec3 light) {
  vec3 over = max(vec3(0.0), (light - 0.8) * 5.0);
  return sqrt(min(light, 0.8) + 0.2 * over / (1.0 + over));
}`;

/**
 * The same sums as the world's own cameras, so that one sees what a policy saw. Light is computed at corners, in the sun and in
 * the shade: large surfaces have many of them, and drawing without a graphics card stays fast.
 */
export const vertex = `${placed}${displayed}
uniform vec3 above, below, sunColour, toSun;
uniform vec3 lampPlaces[LAMPS], lampColours[LAMPS];
uniform mat4 toShadow;
attribute vec3 colour;
varying vec3 bright, shady, inShadow;
#ifdef TEXTURED
varying vec2 place;
#endif
void main() {
  vec3 world = turned(vec4(position, 1.0));
  vec3 facing = turned(vec4(normal, 0.0));
  vec3 steady = mix(below, above, 0.5 + 0.5 * facing.z);
  for (int i = 0; i < LAMPS; i++) {
    vec3 way = lampPlaces[i] - world;
    float square = dot(way, way);
    steady += lampColours[i] * max(0.0, dot(facing, way)) / (square * sqrt(square));
  }
  shady = colour * colour * steady;
  bright = shady + colour * colour * sunColour * max(0.0, dot(facing, toSun));
  #ifdef TEXTURED
  place = uv;
  #else
  shady = displayed(shady);
  bright = displayed(bright);
  #endif
  inShadow = (toShadow * vec4(world, 1.0)).xyz;
  gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
}`;

/** Most of what is seen lies in the sun or looks away from it: there, shadows are not asked for. */
export const fragment = `${displayed}
uniform sampler2D shadowMap;
uniform float bias;
#ifdef TEXTURED
uniform sampler2D picture;
varying vec2 place;
#endif
varying vec3 bright, shady, inShadow;
void main() {
  vec3 light = bright;
  vec2 off = abs(inShadow.xy - 0.5);
  if (max(off.x, off.y) < 0.5 && bright != shady) {
    if (texture2D(shadowMap, inShadow.xy).r < inShadow.z - bias) light = shady;
  }
  #ifdef TEXTURED
  vec3 surface = texture2D(picture, place).rgb;
  light = displayed(light * surface * surface);
  #endif
  gl_FragColor = vec4(light, 1.0);
}`;
