import * as three from 'three';
import type { Scene } from './messages.ts';

/** Where shadows are looked for: around the table's top, in metres, and how fine. */
const SHADOWS = { centre: [0, 0, 0.74], width: 1.5, height: 1.1, distance: 2, size: [1024, 768] } as const;
/** Nearer to the light than this, a surface does not shade itself. */
const BIAS = 0.003;

/**
 * How surfaces look: the same sums as the world's own cameras, so that one sees what a policy saw. Light adds up in squares of
 * what is displayed, and is computed at corners: large surfaces have many of them, and drawing without a graphics card stays fast.
 */
export class Paint {
  readonly #shared: Record<string, three.IUniform>;
  readonly #lamps: number;
  readonly #map: three.WebGLRenderTarget;
  readonly #sun: three.OrthographicCamera;
  readonly #depth = new three.MeshBasicMaterial({ colorWrite: false, side: three.BackSide });
  readonly #materials: three.Material[] = [];

  constructor({ ambient, sun, points }: Scene['lights']) {
    const [width, height] = SHADOWS.size;
    this.#map = new three.WebGLRenderTarget(width, height, { depthTexture: new three.DepthTexture(width, height) });
    this.#sun = sunCamera(sun.direction);
    this.#lamps = points.length;
    const bias = new three.Matrix4().set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1);
    this.#shared = {
      above: { value: vector(ambient.above) },
      below: { value: vector(ambient.below) },
      sunColour: { value: vector(sun.colour) },
      toSun: { value: vector(sun.direction).negate().normalize() },
      lampPlaces: { value: points.map(({ position }) => vector(position)) },
      lampColours: { value: points.map(({ colour }) => vector(colour)) },
      shadowMap: { value: this.#map.depthTexture },
      toShadow: { value: bias.multiply(this.#sun.projectionMatrix).multiply(this.#sun.matrixWorldInverse) },
      bias: { value: BIAS / (this.#sun.far - this.#sun.near) },
    };
  }

  material(colour: readonly [number, number, number], map?: three.Texture): three.Material {
    const material = new three.ShaderMaterial({
      uniforms: { ...this.#shared, colour: { value: vector(colour) }, ...(map ? { map: { value: map } } : {}) },
      defines: { LAMPS: this.#lamps, ...(map ? { TEXTURED: '' } : {}) },
      vertexShader,
      fragmentShader,
    });
    this.#materials.push(material);
    return material;
  }

  /** To be called when things have moved, before they are drawn. */
  castShadows(renderer: three.WebGLRenderer, scene: three.Scene, things: readonly three.Mesh[]): void {
    for (const thing of things) thing.visible = thing.castShadow;
    scene.overrideMaterial = this.#depth;
    renderer.setRenderTarget(this.#map);
    renderer.render(scene, this.#sun);
    renderer.setRenderTarget(null);
    scene.overrideMaterial = null;
    for (const thing of things) thing.visible = true;
  }

  dispose(): void {
    this.#map.depthTexture?.dispose();
    for (const each of [this.#map, this.#depth, ...this.#materials]) each.dispose();
  }
}

function sunCamera([x, y, z]: Scene['lights']['sun']['direction']): three.OrthographicCamera {
  const { width, height, distance } = SHADOWS;
  const camera = new three.OrthographicCamera(-width / 2, width / 2, height / 2, -height / 2, 0.2, 2 * distance);
  const centre = vector(SHADOWS.centre);
  const towards = new three.Vector3(x, y, z).normalize();
  camera.up.set(0, 1, 0);
  camera.position.copy(centre).addScaledVector(towards, -distance);
  camera.lookAt(centre);
  camera.updateMatrixWorld();
  return camera;
}

function vector([x, y, z]: readonly [number, number, number]): three.Vector3 {
  return new three.Vector3(x, y, z);
}

const vertexShader = `
uniform vec3 above, below, sunColour, toSun;
uniform vec3 lampPlaces[LAMPS], lampColours[LAMPS];
uniform mat4 toShadow;
varying vec3 steady, sunny, inShadow;
varying vec2 place;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vec3 facing = normalize(mat3(modelMatrix) * normal);
  steady = mix(below, above, 0.5 + 0.5 * facing.z);
  for (int i = 0; i < LAMPS; i++) {
    vec3 way = lampPlaces[i] - world.xyz;
    float square = dot(way, way);
    steady += lampColours[i] * max(0.0, dot(facing, way)) / (square * sqrt(square));
  }
  sunny = sunColour * max(0.0, dot(facing, toSun));
  inShadow = (toShadow * world).xyz;
  place = uv;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const fragmentShader = `
uniform vec3 colour;
uniform sampler2D shadowMap;
uniform float bias;
#ifdef TEXTURED
uniform sampler2D map;
#endif
varying vec3 steady, sunny, inShadow;
varying vec2 place;
void main() {
  vec3 paint = colour;
  #ifdef TEXTURED
  paint *= texture2D(map, place).rgb;
  #endif
  vec2 beyond = step(vec2(0.0), inShadow.xy) * step(inShadow.xy, vec2(1.0));
  float shaded = beyond.x * beyond.y * step(texture2D(shadowMap, inShadow.xy).r, inShadow.z - bias);
  vec3 light = paint * paint * (steady + sunny * (1.0 - shaded));
  vec3 over = max(vec3(0.0), (light - 0.8) * 5.0);
  gl_FragColor = vec4(sqrt(min(light, 0.8) + 0.2 * over / (1.0 + over)), 1.0);
}`;
