import { expect, test } from 'vitest';
import { isRemote } from './address.ts';
import { parseRemote, withRemoteOptions } from './options.ts';

test('an address, several, and their options', () => {
  expect(parseRemote('ws://a:8000')).toMatchObject({ servers: ['ws://a:8000'], options: {}, dialectName: 'openpi' });
  expect(parseRemote('ws://a:8000,wss://b/path?dialect=vla-eval&replan=10&every=5&pictures=jpeg')).toMatchObject({
    servers: ['ws://a:8000', 'wss://b/path'],
    options: { replan: 10, every: 5, pictures: 'jpeg' },
    dialectName: 'vla-eval',
  });
  expect(parseRemote('tcp://[::1]:9999')).toMatchObject({ servers: ['tcp://[::1]:9999'], dialectName: 'robotwin' });
  expect(['ws://a', 'WSS://a', 'tcp://a:1', './ws://a', 'policy/expert'].map(isRemote)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test.each([
  ['ws://a?relpan=10', 'did you mean replan?'],
  ['ws://a?replan=0', 'replan'],
  ['ws://a?replan=1.5', 'replan'],
  ['ws://a?every=0', 'every'],
  ['ws://a?replan=1&replan=2', 'replan is given twice'],
  ['ws://a?dialect=grpc', 'dialect'],
  ['ws://a?dialect=robotwin', 'robotwin is not spoken over ws://'],
  ['tcp://a:1?dialect=openpi', 'openpi is not spoken over tcp://'],
  ['ws://a?method=go', 'openpi has no option method'],
  ['tcp://a:1?method=__del__', 'must be the name of a method'],
  ['ws://a,tcp://b:1', 'cannot be mixed'],
  ['ws://', 'not an address'],
  ['tcp://a', 'needs a port'],
  ['ws://me:secret@a', 'no user or password'],
  ['ws://a?size=0x10', 'like 224x224'],
])('%s is refused', (id, says) => {
  expect(() => parseRemote(id)).toThrow(
    expect.objectContaining({ code: 'bad_argument', message: expect.stringContaining(says) }),
  );
});

test('options of the command line end up in the address', () => {
  expect(withRemoteOptions('policy/expert', {})).toBe('policy/expert');
  const id = withRemoteOptions('ws://a:8000?map=libero', { replan: 5, dialect: 'openpi' });
  expect(parseRemote(id).options).toEqual({ map: 'libero', replan: 5, dialect: 'openpi' });
  expect(() => withRemoteOptions('policy/expert', { replan: 5 })).toThrow('--replan is for policies behind ws://');
  expect(() => withRemoteOptions('ws://a?replan=1', { replan: 5 })).toThrow('given twice');
});
