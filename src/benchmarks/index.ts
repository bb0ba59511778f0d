import type { Benchmark } from '../contracts/index.ts';
import { threeDsr } from './3dsr/index.ts';
import { blink } from './blink/index.ts';
import { dsi } from './dsi/index.ts';
import { embspatial } from './embspatial/index.ts';
import { mindcube } from './mindcube/index.ts';
import { mmsi } from './mmsi/index.ts';
import { refspatial, refspatialExpand } from './refspatial/index.ts';
import { robospatial } from './robospatial/index.ts';
import { rsbSuites } from './rsb/index.ts';
import type { RsbSample } from './rsb/sample.ts';
import { site } from './site/index.ts';
import { tiny } from './tiny/index.ts';
import { viewspatial } from './viewspatial/index.ts';
import { vlm4d } from './vlm4d/index.ts';
import { vsi } from './vsi/index.ts';
import { where2place } from './where2place/index.ts';

export { categoryName as dsiCategory, type DsiSample, type DsiView, views } from './dsi/sample.ts';
export { categoryOf as mmsiCategory, type MmsiSample } from './mmsi/sample.ts';
export type { RefspatialSample } from './refspatial/sample.ts';
export type { RsbSample };
export { dsi, mmsi, refspatialExpand, rsbSuites };

/** What importing results of RoboSemanticBench's own evaluation needs; loaded when it is needed. */
export const rsbTools = () => import('./rsb/tools.ts');

/** The tables of RoboSemanticBench; plain physics, which the viewer's page does again. */
export const rsbWorld = () => import('./rsb/world.ts');

/** Every published benchmark, and a tiny one to try things on. */
export const publishedBenchmarks: readonly Benchmark[] = [
  refspatialExpand,
  refspatial,
  mmsi,
  dsi,
  vsi,
  blink,
  viewspatial,
  embspatial,
  mindcube,
  threeDsr,
  site,
  vlm4d,
  where2place,
  robospatial,
  ...rsbSuites,
  tiny,
];
