import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bareEnv, hasNumpy } from '../../host/python/testing/python.ts';
import { openModel } from './resolve.ts';
import { picture, question } from './testing/request.ts';

const { signal } = new AbortController();

async function open(code: string, { name = 'MyVLM', timeoutMs = 600_000 } = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'sextant-model-'));
  writeFileSync(join(cwd, 'my_vlm.py'), code);
  const env = { ...bareEnv, SOME_API_KEY: 'sk-123456789' };
  const model = await openModel(`python:my_vlm.py:${name}`, { env, cwd, seed: 0, timeoutMs });
  onTestFinished(async () => {
    await model.close?.();
    rmSync(cwd, { recursive: true });
  });
  return { model, cwd, ask: (text: string) => model.answer(question({ parts: [{ text }] }), signal) };
}

describe.runIf(hasNumpy)('a model in Python', () => {
  test('written for VLMEvalKit answers, though VLMEvalKit is not there', async () => {
    const { model, cwd } = await open(`
from vlmeval.vlm.base import BaseModel
from vlmeval.smp import *
class MyVLM(BaseModel):
    INTERLEAVE = True
    def __init__(self, model_path="somewhere/model"):
        print("loading", model_path)
    def generate_inner(self, message, dataset=None):
        print("thinking aloud")
        with open("asked.json", "w") as file: json.dump(message, file)
        sizes = [osp.getsize(m["value"]) for m in message if m["type"] == "image"]
        return "{} pictures, {} bytes, for {}".format(len(sizes), sum(sizes), dataset)
`);
    expect(model).toMatchObject({
      id: 'python/MyVLM',
      capabilities: { video: false, peeks: 'nothing' },
      settings: { file: expect.stringMatching(/^[0-9a-f]{64}$/), decoding: 'its own' },
    });
    const reply = await model.answer(question({ parts: [{ text: 'Look:' }, picture(), picture()] }), signal);
    expect(reply).toEqual({ text: '2 pictures, 8 bytes, for None', finish: 'stop' });
    const asked: { type: string; value: string }[] = JSON.parse(readFileSync(join(cwd, 'asked.json'), 'utf8'));
    expect(asked.map(({ type }) => type)).toEqual(['text', 'text', 'image', 'image']);
    expect(asked[0]?.value).toBe('Be brief.');
    expect(asked[3]?.value).toMatch(/3\.png$/);
    const named = await model.answer({ ...question({ parts: [{ text: 'Look:' }] }), dataset: 'MMSI_Bench' }, signal);
    expect(named.text).toBe('0 pictures, 0 bytes, for MMSI_Bench');
    // The files are gone.
    expect(existsSync(asked[3]?.value ?? '')).toBe(false);
  });

  test('may be anything that gives an object with generate_inner, and is asked one question at a time', async () => {
    const { ask } = await open(
      `
from functools import partial
import time
class Model:
    busy = False
    def __init__(self, word): self.word = word
    def generate_inner(self, msgs, dataset=None):
        assert not Model.busy
        Model.busy = True
        time.sleep(0.02)
        Model.busy = False
        return self.word + msgs[-1]["value"]
mine = partial(Model, word="said ")
`,
      { name: 'mine' },
    );
    const replies = await Promise.all(['a', 'b', 'c'].map(ask));
    expect(replies.map(({ text }) => text)).toEqual(['said a', 'said b', 'said c']);
  });

  test('that fails says why, and goes on', async () => {
    const { ask } = await open(
      `
import os, time
class MyVLM:
    def generate(self, msgs, dataset=None):
        word = msgs[-1]["value"]
        if word == "raise": raise ValueError(os.environ["SOME_API_KEY"])
        if word == "number": return 7
        if word == "die": os._exit(1)
        if word == "hang": time.sleep(1000)
        return word
`,
      { timeoutMs: 10_000 },
    );
    await expect(ask('raise')).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringMatching(/^ValueError: \*\*\*\n/),
    });
    await expect(ask('number')).rejects.toMatchObject({
      kind: 'rejected',
      message: 'TypeError: the model returned int, not a text',
    });
    await expect(ask('die')).rejects.toMatchObject({ kind: 'server', message: 'Python ended with code 1' });
    await expect(ask('hang')).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringMatching(/line 9 in generate/),
    });
    expect(await ask('fine')).toMatchObject({ text: 'fine' });
  });

  test('that cannot be loaded is tried once', async () => {
    const { ask, cwd } = await open('open("loads.txt", "a").write("x")\nimport nowhere');
    for (const word of ['a', 'b'])
      await expect(ask(word)).rejects.toMatchObject({ kind: 'rejected', message: expect.stringContaining('nowhere') });
    expect(readFileSync(join(cwd, 'loads.txt'), 'utf8')).toBe('x');
    const { ask: other } = await open('', { name: 'Nobody' });
    await expect(other('a')).rejects.toMatchObject({ message: expect.stringContaining('defines no Nobody') });
  });

  test('can be dropped, with all who wait', async () => {
    const { model } = await open(
      'import time\nclass MyVLM:\n    def generate_inner(self, msgs, dataset=None): time.sleep(1000)',
    );
    const stop = new AbortController();
    const asked = [1, 2].map(() => model.answer(question(), stop.signal));
    setTimeout(() => stop.abort(), 300);
    for (const dropped of await Promise.allSettled(asked))
      expect(dropped).toMatchObject({ reason: { kind: 'aborted' } });
  });

  test('must be named completely', async () => {
    await expect(openModel('python:my_vlm.py', { env: bareEnv, cwd: '.', seed: 0 })).rejects.toMatchObject({
      code: 'unknown_model',
      fix: expect.stringContaining('python:<file>.py:<class>'),
    });
    await expect(openModel('python:nope.py:A', { env: bareEnv, cwd: '.', seed: 0 })).rejects.toMatchObject({
      code: 'unknown_model',
      message: 'there is no such file',
    });
  });
});
