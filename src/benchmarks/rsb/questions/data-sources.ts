import type { DataSource } from '../../../contracts/index.ts';
import type { SourceKind } from '../suites.ts';

/** Where questions are published, by what `data pull` calls them. */
export const dataSources: Readonly<Record<Exclude<SourceKind, 'arithmetic'>, DataSource>> = {
  gsm8k: { repo: 'openai/gsm8k', revision: 'main', files: ['main/'], licence: 'MIT' },
  mmlu: {
    repo: 'cais/mmlu',
    revision: 'main',
    files: ['all/auxiliary_train-00000-of-00001.parquet', 'all/test-00000-of-00001.parquet'],
    licence: 'MIT',
  },
};
