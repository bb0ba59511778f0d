import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawnSet } from './testing/drawn-set.ts';
import { temporaryFolder } from './testing/temporary.ts';
import { writeLerobotV3 } from './write-v3.ts';

const here = spawnSync('python3', ['-c', 'import pandas, pyarrow']).status === 0;

/** What LeRobot does with the tables. */
const reader = `
import json, sys, pandas, pyarrow.parquet as pq
root = sys.argv[1]
tasks = pandas.read_parquet(root + "/meta/tasks.parquet")
data = pq.ParquetFile(root + "/data/chunk-000/file-000.parquet")
episodes = pq.read_table(root + "/meta/episodes/chunk-000/file-000.parquet")
camera = "observation.images.head_camera"
second = data.read_row_group(1).to_pydict()
kinds = lambda schema, names: [str(schema.field(name).type).replace("item", "element") for name in names]
print(json.dumps({
    "tasks": [tasks.iloc[i].name for i in range(len(tasks))], "index": int(tasks.loc["Drücke „7“."].task_index),
    "groups": [data.metadata.row_group(i).num_rows for i in range(data.num_row_groups)],
    "codec": data.metadata.row_group(0).column(0).compression,
    "columns": data.schema_arrow.names,
    "kinds": kinds(data.schema_arrow, ["action", "timestamp", "task_index"]),
    "statistics": kinds(episodes.schema, ["tasks", "length", f"stats/{camera}/mean", "stats/action/mean", "stats/action/count"]),
    "mean": episodes.column(f"stats/{camera}/mean")[2].as_py(),
    "told": [second["answer"][0], second["letter"][3], episodes.column("unseen_tasks")[1].as_py(), episodes.column("tasks")[0].as_py()],
    "state": second["observation.state"][1][:3], "time": second["timestamp"][3], "index_column": second["index"],
}))
`;

test.runIf(here)('pandas and pyarrow read the tables as LeRobot needs them', async () => {
  const dir = join(temporaryFolder(), 'set');
  const language = { seen: ['Fetch it.'], unseen: ['Deliver it.'], question: 'What?', answer: '½ · 2', letter: 'C' };
  await writeLerobotV3(drawnSet({ language }), dir);
  const { stdout, stderr } = spawnSync('python3', ['-W', 'ignore', '-c', reader, dir], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    tasks: ['Put the block with 4 on it into the zone.', 'Fetch it.', 'Drücke „7“.'],
    index: 2,
    groups: [7, 4, 6],
    codec: 'SNAPPY',
    columns: [
      ...['observation.state', 'action', 'answer', 'letter', 'timestamp'],
      ...['frame_index', 'episode_index', 'index', 'task_index'],
    ],
    kinds: ['list<element: float>', 'float', 'int64'],
    statistics: [
      ...['list<element: string>', 'int64', 'list<element: list<element: list<element: double>>>'],
      ...['list<element: double>', 'list<element: int64>'],
    ],
    mean: [[[expect.any(Number)]], [[expect.any(Number)]], [[expect.any(Number)]]],
    told: ['½ · 2', 'C', ['Deliver it.'], ['Put the block with 4 on it into the zone.', 'Fetch it.']],
    state: [1.01, 1.11, 1.21].map(Math.fround),
    time: Math.fround(0.3),
    index_column: [7, 8, 9, 10],
  });
});
