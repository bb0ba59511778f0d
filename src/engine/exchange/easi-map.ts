/** How one benchmark stands in an EASI submission (EASI 0c1a41e, scripts/submissions/postprocess.py: METRIC_MAP). */
export interface EasiEntry {
  key: string;
  /** Protocols of ours that ask and read as EASI's VLMEvalKit back-end does. */
  protocols: readonly string[];
  /** What its file of scores is called, after the model's name. */
  file: string;
  /** The name of the overall number in that file, and whether its numbers are in percent there. */
  overall: string;
  inPercent: boolean;
  /** Our metric for each row of the file; the first one is the score. Of several, each row says its setting. */
  settings: readonly { name: string; metric: string }[];
  /** Our breakdown, and for each of its groups the column in the file and the name in the submission. */
  by: string;
  groups: readonly (readonly [group: string, column: string, name: string])[];
}

/** Lower case, everything that is no letter or digit as one underscore. */
const snake = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');

/** Groups whose column is their own name with an ending. */
const accuracies = (...names: string[]) =>
  names.map((name) => [name, `${name}_accuracy`, `${snake(name)}_accuracy`] as const);

const plain = (...names: string[]) => names.map((name) => [name, name, snake(name)] as const);

const relative = (...names: string[]) => names.map((name) => [name, `${name}_MRA:.5:.95:.05`, name] as const);

const mmsi = (...names: [group: string, easi: string][]) =>
  names.map(([group, easi]) => [group, `${easi}_accuracy`, `${snake(easi)}_accuracy`] as const);

const accuracy = [{ name: '', metric: 'accuracy' }];

/** By benchmark. */
export const easiMap: Readonly<Record<string, EasiEntry>> = {
  vsi: {
    key: 'vsi_bench',
    protocols: ['vsi/easi'],
    file: 'VSI-Bench_32frame_acc.csv',
    overall: 'overall',
    inPercent: true,
    settings: [{ name: '', metric: 'mean over types' }],
    by: 'type',
    groups: [
      ...accuracies('obj_appearance_order', 'object_rel_direction', 'object_rel_distance', 'route_planning'),
      ...relative('object_abs_distance', 'object_counting', 'object_size_estimation', 'room_size_estimation'),
    ],
  },
  mmsi: {
    key: 'mmsi_bench',
    protocols: ['mmsi/easi', 'mmsi/easi@2', 'mmsi/easi-split-think'],
    file: 'MMSIBench_wo_circular_acc.csv',
    overall: 'overall',
    inPercent: true,
    settings: accuracy,
    by: 'category',
    groups: mmsi(
      ['Attribute (Appr.)', 'Attr-Appr'],
      ['Attribute (Meas.)', 'Attr-Meas'],
      ['Motion (Cam.)', 'Motion-Cam'],
      ['Motion (Obj.)', 'Motion-Obj'],
      ['MSR', 'MSR'],
      ['Positional Relationship (Cam.–Cam.)', 'Pos-Cam-Cam'],
      ['Positional Relationship (Cam.–Obj.)', 'Pos-Cam-Obj'],
      ['Positional Relationship (Cam.–Reg.)', 'Pos-Cam-Reg'],
      ['Positional Relationship (Obj.–Obj.)', 'Pos-Obj-Obj'],
      ['Positional Relationship (Obj.–Reg.)', 'Pos-Obj-Reg'],
      ['Positional Relationship (Reg.–Reg.)', 'Pos-Reg-Reg'],
    ),
  },
  mindcube: {
    key: 'mindcube_tiny',
    protocols: ['mindcube/easi'],
    file: 'MindCubeBench_tiny_raw_qa_acc.csv',
    overall: 'overall',
    inPercent: true,
    settings: accuracy,
    by: 'setting',
    groups: accuracies('among', 'around', 'rotation'),
  },
  viewspatial: {
    key: 'viewspatial',
    protocols: ['viewspatial/easi'],
    file: 'ViewSpatialBench_acc.csv',
    overall: 'overall',
    inPercent: true,
    settings: accuracy,
    by: 'type',
    groups: accuracies(
      'Camera perspective - Object View Orientation',
      'Camera perspective - Relative Direction',
      'Person perspective - Object View Orientation',
      'Person perspective - Relative Direction',
      'Person perspective - Scene Simulation Relative Direction',
    ),
  },
  site: {
    key: 'site',
    protocols: ['site/easi'],
    file: 'SiteBench_acc.csv',
    overall: 'overall_caa',
    inPercent: true,
    settings: [{ name: '', metric: 'CAA' }],
    by: 'category',
    groups: [
      '3d information understanding',
      'counting & existence',
      'movement prediction & navigation',
      'multi-view & cross-image reasoning',
      'object localization & positioning',
      'spatial relationship reasoning',
    ].map((name) => [name, `${name}_caa`, `${snake(name.replaceAll('&', 'and').replaceAll('-', ''))}_caa`] as const),
  },
  blink: {
    key: 'blink',
    protocols: ['blink/vlmevalkit'],
    file: 'BLINK_acc.csv',
    overall: 'Overall',
    inPercent: false,
    settings: accuracy,
    by: 'task',
    groups: plain(
      'Art_Style',
      'Counting',
      'Forensic_Detection',
      'Functional_Correspondence',
      'IQ_Test',
      'Jigsaw',
      'Multi-view_Reasoning',
      'Object_Localization',
      'Relative_Depth',
      'Relative_Reflectance',
      'Semantic_Correspondence',
      'Spatial_Relation',
      'Visual_Correspondence',
      'Visual_Similarity',
    ),
  },
  '3dsr': {
    key: '3dsrbench',
    protocols: ['3dsr/vlmevalkit'],
    file: '3DSRBench_full_acc.csv',
    overall: 'Overall',
    inPercent: false,
    settings: [
      { name: 'vanilla', metric: 'vanilla' },
      { name: 'circ_eval', metric: 'circular' },
    ],
    by: 'category',
    groups: plain(
      'height_higher',
      'location_above',
      'location_closer_to_camera',
      'location_next_to',
      'multi_object_closer_to',
      'multi_object_facing',
      'multi_object_parallel',
      'multi_object_same_direction',
      'multi_object_viewpoint_towards_object',
      'orientation_in_front_of',
      'orientation_on_the_left',
      'orientation_viewpoint',
    ),
  },
  embspatial: {
    key: 'embspatial',
    protocols: ['embspatial/easi'],
    file: 'EmbSpatialBench_acc.csv',
    overall: 'overall',
    inPercent: true,
    settings: accuracy,
    by: 'data_source',
    groups: accuracies('ai2thor', 'mp3d', 'scannet'),
  },
};
