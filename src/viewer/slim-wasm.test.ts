import { expect, test } from 'vitest';
import { singleFile } from './page-files.ts';
import { slimWasm } from './slim-wasm.ts';

test('the physics engine without its custom sections is valid and half as large', () => {
  const whole = singleFile('mujoco.wasm');
  const slim = slimWasm(whole);
  expect(slim.length).toBeLessThan(whole.length / 2);
  expect(WebAssembly.validate(new Uint8Array(slim))).toBe(true);
  expect(slimWasm(slim)).toEqual(slim);
});

test('a module that was cut off is refused', () => {
  expect(() => slimWasm(singleFile('mujoco.wasm').subarray(0, 1e6))).toThrow('longer than its file');
});
