import type { DataSource } from '../../../contracts/index.ts';
import type { SourceKind } from '../suites.ts';

/** Where questions are published, by what `data pull` calls them; those that are made here are not among them. */
export const dataSources: Readonly<Partial<Record<SourceKind, DataSource>>> = {
  gsm8k: { repo: 'openai/gsm8k', revision: 'main', files: ['main/'], licence: 'MIT' },
  mmlu: {
    repo: 'cais/mmlu',
    revision: 'main',
    files: ['all/auxiliary_train-00000-of-00001.parquet', 'all/test-00000-of-00001.parquet'],
    licence: 'MIT',
  },
};

const set = (repo: string): DataSource => ({
  repo,
  revision: 'main',
  licence: 'other',
  files: ['data/', 'video/', 'instructions/', '_traj_data/', 'scene_info.json', 'seed.txt'],
});

/** Demonstrations that the authors published, by suite and by what `data pull` calls them. */
export const demonstrations: Readonly<Record<string, Record<string, DataSource>>> = {
  'rsb-math-4': { 'rsb-math': set('VLyb/RSB-Math') },
  'rsb-math-10': { 'rsb-math-10': set('VLyb/RSB-Math-10blocks') },
};
