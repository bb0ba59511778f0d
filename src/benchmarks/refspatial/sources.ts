import type { DataSource } from '../../contracts/index.ts';

/** The parquet files hold pictures, masks and questions; the raw folders beside them are the same once more. */
export const benchSource: DataSource = {
  repo: 'BAAI/RefSpatial-Bench',
  revision: 'main',
  files: ['data/'],
  licence: 'apache-2.0',
};

export const expandSource: DataSource = {
  repo: 'JingkunAn/RefSpatial-Expand-Bench',
  revision: 'main',
  files: ['data/'],
  licence: 'not stated on the card',
};
