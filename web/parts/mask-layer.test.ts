import { expect, test } from 'vitest';
import { maskOutline } from './mask-layer.tsx';

const isOn = (value: number) => value > 0;

test('goes along the edges of pixels, also at the border of the picture', () => {
  expect(maskOutline({ width: 3, height: 1, values: Uint8Array.of(0, 1, 0) }, isOn)).toBe('M1 0H2M1 1H2M1 0V1M2 0V1');
  const corner = { width: 2, height: 2, values: Uint8Array.of(1, 1, 1, 0) };
  expect(maskOutline(corner, isOn)).toBe('M0 0H2M1 1H2M0 2H1M0 0V2M1 1V2M2 0V1');
});

test('draws nothing of nothing, and nothing of noise', () => {
  expect(maskOutline({ width: 4, height: 4, values: new Uint8Array(16) }, isOn)).toBe('');
  const noise = Uint8Array.from({ length: 90_000 }, (_, i) => (Math.imul(i, 0x9e3779b1) >>> 16) & 1);
  expect(maskOutline({ width: 300, height: 300, values: noise }, isOn)).toBe('');
});
