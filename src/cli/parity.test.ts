import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, smallData } from '../benchmarks/dsi/testing/data.ts';
import { parquetFile } from '../benchmarks/mmsi/testing/fixture.ts';
import { makeData, writeRaw } from '../benchmarks/refspatial/testing/data.ts';
import { begin, type Invocation, newFolder, sextant } from './testing/sextant.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Counts answers as the real script does, and nothing else: this is about starting it, not about its rules. */
const standIn = `
import json, os, sys
model, task = sys.argv[2], sys.argv[4]
answers = [json.loads(line) for line in open(f"outputs/{model}/{task}.jsonl")]
assert "RoboRefer" in model and not [name for name in os.environ if name.endswith("_KEY")]
for answer in answers:
    assert os.path.getsize(f"RefSpatial-Bench/{task}/{answer['mask_path']}") > 0
right = sum("0.25" in answer["text"] for answer in answers)
print(f"Accuracy: {right / len(answers):.4f}, Evaluated: {len(answers)}, Total: {len(answers)}")
`;

let made: Promise<{ data: string; run: string }> | undefined;

/** A run that hits everywhere, made once. */
async function makeRun(): Promise<{ data: string; run: string }> {
  const cwd = newFolder();
  const data = writeRaw(await makeData({ location: 3, placement: 2 }));
  const ids = ['location/0', 'location/1', 'location/2', 'placement/0', 'placement/1'];
  writeFileSync(join(cwd, 'said.jsonl'), lines(ids));
  const imported = [
    'score',
    '--benchmark',
    'refspatial-expand',
    '--data',
    data,
    '--predictions',
    'said.jsonl',
    '--json',
  ];
  const { json, stderr } = await sextant({ cwd }, ...imported);
  expect(json[0]?.run, stderr).toBeDefined();
  return { data, run: join(cwd, json[0].run) };
}

/** That run, and a repository with this script. */
async function prepared(
  script = standIn,
): Promise<{ place: Invocation & { cwd: string }; args: string[]; left(): string[] }> {
  made ??= makeRun();
  const { data, run } = await made;
  const cwd = newFolder();
  const temporary = join(cwd, 'tmp');
  for (const dir of [temporary, join(cwd, 'repo/Evaluation')]) mkdirSync(dir, { recursive: true });
  writeFileSync(join(cwd, 'repo/Evaluation/summarize_acc.py'), script);
  const place = { cwd, env: { TMPDIR: temporary, OPENAI_API_KEY: 'sk-secret-secret', PATH: process.env.PATH ?? '' } };
  const args = ['parity', run, '--data', data, '--repo', 'repo', '--json'];
  return { place, args, left: () => readdirSync(temporary).filter((name) => name.startsWith('sextant-parity-')) };
}

function lines(ids: string[]): string {
  return ids.map((id) => `${JSON.stringify({ id, text: '[(0.25, 0.25)]' })}\n`).join('');
}

describe.skipIf(!hasPython)('parity', () => {
  test('lays the official scorer’s numbers beside ours, gives it no key, and leaves nothing behind', async () => {
    const { place, args, left } = await prepared();
    // Its path is meant from here, although the script runs elsewhere.
    writeFileSync(join(place.cwd, 'mine'), '#!/bin/sh\nexec python3 "$@"\n', { mode: 0o755 });
    const out = await sextant(place, ...args, '--python', './mine');
    expect(out, out.stderr).toMatchObject({
      code: 0,
      json: [{ same: true, protocol: 'refspatial/roborefer', errors: 0 }],
    });
    expect(out.json[0].rows[0]).toEqual({ name: 'Location accuracy', ours: 1, theirs: 1, difference: 0, same: true });
    expect(out.json[0].rows).toHaveLength(6);
    expect(left()).toEqual([]);
    expect(readdirSync(join(place.cwd, 'repo/Evaluation'))).toEqual(['summarize_acc.py']);
  });

  test('a number that differs is exit code 1, and so is a script that gives fewer', async () => {
    const other = await prepared(standIn.replace('right / len', '0.5 * right / len'));
    const out = await sextant(other.place, ...other.args);
    expect(out).toMatchObject({ code: 1, json: [{ same: false }] });
    expect(out.json[0].rows[0]).toMatchObject({ ours: 1, theirs: 0.5, difference: 0.5, same: false });
    const half = await prepared(
      `${standIn}\nif task == "Location": raise ValueError("oh no")\n`.replace(
        'print(',
        'if task == "Placement": print(',
      ),
    );
    const failed = await sextant(half.place, ...half.args);
    expect(failed).toMatchObject({ code: 1, json: [{ same: false, exceptions: [expect.stringContaining('oh no')] }] });
    expect(failed.json[0].rows[0]).toEqual({
      name: 'Location accuracy',
      ours: 1,
      theirs: null,
      difference: null,
      same: false,
    });
    expect(half.left()).toEqual([]);
  });

  test.each([
    ['import nowhere_to_be_found', 'bad_config', /No module named .*-m pip install numpy pillow tqdm/s],
    ['print("hello")', 'bad_data', /gave no number/],
    ['import time\ntime.sleep(600)', 'bad_config', /no end after 1 s/],
    ['while True: print("x" * 65536)', 'bad_data', /printed without end/],
  ])('a script that is %j is an error that says what is wrong', async (script, code, words) => {
    const { place, args, left } = await prepared(script);
    const timeout = script.includes('sleep') ? '1' : '120';
    const out = await sextant(place, ...args, '--timeout', timeout);
    expect(out.json).toMatchObject([{ event: 'error', code }]);
    expect(out.stderr).toMatch(words);
    expect(left()).toEqual([]);
  });

  test('stopped by a signal, it ends the script and removes its folder', async () => {
    const { place, args, left } = await prepared(
      'import os, time\nopen(os.environ["HOME"] + "/pid", "w").write(str(os.getpid()))\ntime.sleep(600)',
    );
    const { child, ended } = begin(place, ...args);
    const pid = join(place.cwd, 'pid');
    while (!existsSync(pid) || readFileSync(pid, 'utf8') === '')
      await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGTERM');
    expect((await ended).code).not.toBe(0);
    expect(left()).toEqual([]);
    const state = spawnSync('ps', ['-o', 'stat=', '-p', readFileSync(pid, 'utf8')], { encoding: 'utf8' }).stdout.trim();
    expect(state === '' || state.startsWith('Z')).toBe(true);
  });

  test('says what is missing and how to get it', async () => {
    const { place, args } = await prepared();
    const elsewhere = args.map((word) => (word === 'repo' ? '.' : word));
    expect((await sextant(place, ...elsewhere)).json).toMatchObject([
      { code: 'bad_argument', fix: 'git clone https://github.com/Zhoues/RoboRefer' },
    ]);
    expect((await sextant(place, ...args, '--protocol', 'refspatial/easi')).json).toMatchObject([
      { code: 'bad_argument', fix: expect.stringContaining('refspatial/roborefer') },
    ]);
    expect((await sextant(place, ...args, '--python', './no-python')).json).toMatchObject([
      { code: 'bad_config', where: expect.stringContaining('no-python') },
    ]);
  });

  test('DSI-Bench: the script’s constants are set, and every method is read', async () => {
    const cwd = newFolder();
    const data = folderWith(smallData());
    const model = `export const model = { id: 'org/mine', settings: {}, capabilities: { maxImages: 9, video: true, coordinates: null, peeks: 'nothing' }, async answer() { return { text: '<answer>B</answer>', finish: 'stop' }; } };`;
    writeFileSync(join(cwd, 'mine.ts'), model);
    mkdirSync(join(cwd, 'repo'));
    writeFileSync(join(cwd, 'repo/evaluate.py'), evaluatePy);
    await sextant({ cwd }, 'run', 'dsi', '--data', data, '--model', './mine.ts', '--out', 'r');
    const out = await sextant({ cwd }, 'parity', 'r', '--data', data, '--repo', 'repo', '--json');
    expect(out, out.stderr).toMatchObject({ code: 0, json: [{ same: true, protocol: 'dsi/official' }] });
    const names = out.json[0].rows.map(({ name }: { name: string }) => name);
    expect(names).toContain('Independent Samples: Obj:static cam');
    expect(names.filter((name: string) => name.endsWith(': overall'))).toHaveLength(6);
  });

  test('MMSI-Bench: of VLMEvalKit only the data set is loaded, with its answers under its own name', async () => {
    const cwd = newFolder();
    const data = await parquetFile();
    writeFileSync(
      join(cwd, 'said.jsonl'),
      ['21', '166', '525', '885'].map((id) => `{"id":"${id}","text":"B"}\n`).join(''),
    );
    mkdirSync(join(cwd, 'repo/vlmeval/dataset'), { recursive: true });
    for (const init of ['vlmeval', 'vlmeval/dataset'])
      writeFileSync(join(cwd, 'repo', init, '__init__.py'), 'raise ImportError("every model")');
    writeFileSync(join(cwd, 'repo/vlmeval/dataset/mmsibench.py'), mmsibenchPy);
    const imported = ['score', '--benchmark', 'mmsi', '--data', data, '--predictions', 'said.jsonl', '--json'];
    const { run } = (await sextant({ cwd }, ...imported)).json[0];
    const args = ['parity', run, '--data', data, '--repo', 'repo', '--protocol', 'mmsi/easi', '--json'];
    const out = await sextant({ cwd }, ...args);
    expect(out, out.stderr).toMatchObject({ code: 0, json: [{ same: true }] });
    expect(out.json[0].rows).toContainEqual({
      name: 'MSR: accuracy',
      ours: 100,
      theirs: 100,
      difference: 0,
      same: true,
    });
    const other = mmsibenchPy.replace('"overall": 25.0', '"overall": 0.0');
    writeFileSync(join(cwd, 'repo/vlmeval/dataset/mmsibench.py'), other);
    const differing = await sextant({ cwd }, ...args);
    expect(differing, differing.stderr).toMatchObject({ code: 1, json: [{ same: false }] });
    expect(differing.stderr).toContain(
      '1 of 5 numbers differ; try --protocol mmsi/easi@2: as mmsi/easi; the reply read',
    );
  });
});

/** The authors' functions by name, and what they print, for answers that are all B. */
const evaluatePy = `
import csv, os
VLM_MODEL, META_BASE_PATH, OUTPUT_BASE_PATH = "", "", ""
VIDEO_AUGS = ["std", "reverse", "hflip", "reverse_hflip"]
NAMES = ["Obj:static cam", "Obj:moving cam", "", "", "", "Obj-Cam orientation"]
def load(aug):
    rows = list(csv.DictReader(open(os.path.join(META_BASE_PATH, aug + ".csv"))))
    said = list(csv.DictReader(open(os.path.join(OUTPUT_BASE_PATH, aug, VLM_MODEL + ".csv"))))
    return [(int(row["cate"]), int(row["GT"] == one["final_answer"])) for row, one in zip(rows, said)]
def show(title, pairs):
    print(f"=== {title} ===")
    for cate in sorted({cate for cate, _ in pairs}):
        hits = [hit for each, hit in pairs if each == cate]
        print("category = {0} {1:<20}  Acc = {2:.2%}".format(cate, NAMES[cate], sum(hits) / len(hits)))
    print(f"\\nOverall Acc = {sum(hit for _, hit in pairs) / len(pairs):.2%}\\n")
def sample_wise_evaluation():
    show("Method 1: Independent Samples", [pair for aug in VIDEO_AUGS for pair in load(aug)])
def group_wise_evaluation(n):
    views = [load(aug) for aug in VIDEO_AUGS]
    groups = [(four[0][0], int(sum(hit for _, hit in four) >= n)) for four in zip(*views)]
    show(f"Method 2: Ensemble Voting (n>={n})", groups)
def single_evaluation(aug):
    show(f"Method 3: Single View Evaluation ({aug})", load(aug))
`;

const mmsibenchPy = `
import os
class MMSIBench:
    def __init__(self): raise RuntimeError("this would download the data")
    def evaluate(self, eval_file, **judge):
        assert eval_file.endswith("_MMSIBench_wo_circular.xlsx") and os.path.getsize(eval_file) > 0
        assert judge == {"model": "exact_matching"}
        print("[save] something")
        zero = {name + "_accuracy": 0.0 for name in ("Attr-Appr", "Motion-Obj", "Pos-Cam-Cam")}
        return {"overall": 25.0, "MSR_accuracy": 100.0, **zero, "tabulated_keys": "x"}
`;
