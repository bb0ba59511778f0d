/** Steps of light, per unit, that are told apart. */
export const LIGHT_STEPS = 8192;

/** Above this, light is displayed less and less brighter instead of being cut off at white. */
const SHOULDER = 0.8;

/** Light as a byte: what is displayed is the root of light. Light of 2 and more looks the same. */
export const displayed = new Uint8Array(2 * LIGHT_STEPS);
for (let i = 0; i < displayed.length; i += 1) {
  const light = (i + 0.5) / LIGHT_STEPS;
  const over = (light - SHOULDER) / (1 - SHOULDER);
  displayed[i] = 255 * Math.sqrt(over <= 0 ? light : SHOULDER + (1 - SHOULDER) * (over / (1 + over))) + 0.5;
}
