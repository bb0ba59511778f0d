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

/**
 * The same sums as the world's own cameras, so that one sees what a policy saw. Light is computed at corners: large surfaces
 * have many of them, and drawing without a graphics card stays fast.
 */
export const vertex = `${placed}
uniform vec3 above, below, sunColour, toSun;
uniform vec3 lampPlaces[LAMPS], lampColours[LAMPS];
uniform mat4 toShadow;
attribute vec3 colour;
varying vec3 paint, steady, sunny, inShadow;
varying vec2 place;
void main() {
  vec3 world = turned(vec4(position, 1.0));
  vec3 facing = turned(vec4(normal, 0.0));
  steady = mix(below, above, 0.5 + 0.5 * facing.z);
  for (int i = 0; i < LAMPS; i++) {
    vec3 way = lampPlaces[i] - world;
    float square = dot(way, way);
    steady += lampColours[i] * max(0.0, dot(facing, way)) / (square * sqrt(square));
  }
  sunny = sunColour * max(0.0, dot(facing, toSun));
  inShadow = (toShadow * vec4(world, 1.0)).xyz;
  paint = colour;
  place = uv;
  gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
}`;

/** Light adds up in squares of what is displayed; what is too bright is displayed less and less brighter. */
export const fragment = `
uniform sampler2D shadowMap;
uniform float bias;
#ifdef TEXTURED
uniform sampler2D picture;
#endif
varying vec3 paint, steady, sunny, inShadow;
varying vec2 place;
void main() {
  vec3 surface = paint;
  #ifdef TEXTURED
  surface *= texture2D(picture, place).rgb;
  #endif
  vec2 within = step(vec2(0.0), inShadow.xy) * step(inShadow.xy, vec2(1.0));
  float shaded = within.x * within.y * step(texture2D(shadowMap, inShadow.xy).r, inShadow.z - bias);
  vec3 light = surface * surface * (steady + sunny * (1.0 - shaded));
  vec3 over = max(vec3(0.0), (light - 0.8) * 5.0);
  gl_FragColor = vec4(sqrt(min(light, 0.8) + 0.2 * over / (1.0 + over)), 1.0);
}`;
