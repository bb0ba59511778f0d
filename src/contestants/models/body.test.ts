import { expect, test } from 'vitest';
import { Base64, encodeJson } from './body.ts';

test('bytes become base64 in their place, texts are escaped, nothing else changes', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const value = {
    a: 'é “x”\n\u0000',
    b: [new Base64(bytes, 'data:image/png;base64,'), new Base64(bytes.subarray(1, 3))],
    c: undefined,
  };
  expect(JSON.parse(encodeJson(value).toString('utf8'))).toEqual({
    a: 'é “x”\n\u0000',
    b: [`data:image/png;base64,${Buffer.from(bytes).toString('base64')}`, 'AQI='],
  });
});

test('the body is as long as its bytes', () => {
  expect(encodeJson({ text: 'ü' }).toString()).toBe('{"text":"ü"}');
  expect(encodeJson(new Base64(new Uint8Array())).toString()).toBe('""');
});
