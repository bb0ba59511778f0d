const left = [0, 1, 2, 3, 4, 5];
const right = [7, 8, 9, 10, 11, 12];
/** What openpi's examples send. */
const small = { size: [224, 224] };
const chw = { ...small, layout: 'chw' };

const state = { from: 'state' };
const instruction = { from: 'instruction' };

const aloha = {
  state,
  images: {
    cam_high: { camera: 'head_camera', ...chw },
    cam_left_wrist: { camera: 'left_camera', ...chw },
    cam_right_wrist: { camera: 'right_camera', ...chw },
  },
  prompt: instruction,
};

const droid = {
  'observation/wrist_image_left': { camera: 'left_camera', ...small },
  'observation/joint_position': { ...state, at: [...left, ...right] },
  'observation/gripper_position': { ...state, at: [6, 13] },
  prompt: instruction,
};

const robotwinCamera = (camera: string) => ({
  rgb: { camera },
  intrinsic_cv: { camera, what: 'intrinsic', dtype: 'float32' },
  extrinsic_cv: { camera, what: 'extrinsic', dtype: 'float32' },
});

const xpolicylabCamera = (camera: string) => ({
  color: { camera },
  shape: { camera, what: 'shape' },
  intrinsic_matrix: { camera, what: 'intrinsic', dtype: 'float32' },
  extrinsics_matrix: { camera, what: 'extrinsic', dtype: 'float32' },
});

/** For `sextant policy serve`: what a robot never knows travels beside the rest. */
const peeking = (more: object) => ({
  observation: {
    state,
    prompt: instruction,
    sextant: { start: { from: 'start' }, step: { from: 'step' }, hands: { from: 'hands' }, ...more },
  },
  action: { done: 'done' },
});

/**
 * Maps by name, as users would write them into a file. Where one is called after another robot, its keys are that robot's; the
 * numbers are always this one's: 14 in a state and in a command, left arm first.
 */
export const maps: Readonly<Record<string, unknown>> = {
  aloha: { observation: aloha },
  'aloha-low': {
    observation: { ...aloha, images: { ...aloha.images, cam_low: { camera: 'front_camera', ...chw } } },
  },
  libero: {
    observation: {
      'observation/image': { camera: 'head_camera', ...small },
      'observation/wrist_image': { camera: 'left_camera', ...small },
      'observation/state': state,
      prompt: instruction,
    },
  },
  droid: { observation: { 'observation/exterior_image_1_left': { camera: 'head_camera', ...small }, ...droid } },
  roboarena: { observation: { 'observation/exterior_image_0_left': { camera: 'head_camera', ...small }, ...droid } },
  'vla-eval': {
    observation: {
      images: {
        head_camera: { camera: 'head_camera' },
        left_camera: { camera: 'left_camera' },
        right_camera: { camera: 'right_camera' },
      },
      task_description: instruction,
      joint_state: state,
    },
  },
  xpolicylab: {
    observation: {
      data_format_version: { value: 'v1.0' },
      instruction,
      instructions: { from: 'instructions' },
      env_idx: { value: 0 },
      additional_info: { frequency: { value: 30 } },
      vision: {
        cam_head: xpolicylabCamera('head_camera'),
        cam_left_wrist: xpolicylabCamera('left_camera'),
        cam_right_wrist: xpolicylabCamera('right_camera'),
      },
      state: {
        left_arm_joint_state: { ...state, at: left, dtype: 'float32' },
        left_ee_joint_state: { ...state, at: [6], dtype: 'float32' },
        left_ee_pose: { from: 'left_hand', dtype: 'float32' },
        right_arm_joint_state: { ...state, at: right, dtype: 'float32' },
        right_ee_joint_state: { ...state, at: [13], dtype: 'float32' },
        right_ee_pose: { from: 'right_hand', dtype: 'float32' },
      },
    },
  },
  robotwin: {
    observation: {
      observation: {
        head_camera: robotwinCamera('head_camera'),
        left_camera: robotwinCamera('left_camera'),
        right_camera: robotwinCamera('right_camera'),
        front_camera: robotwinCamera('front_camera'),
      },
      // Lists, as RoboTwin's own: policies join them with `+`.
      joint_action: {
        left_arm: { ...state, at: left, dtype: 'list' },
        left_gripper: { ...state, at: 6 },
        right_arm: { ...state, at: right, dtype: 'list' },
        right_gripper: { ...state, at: 13 },
        vector: state,
      },
      endpose: {
        left_endpose: { from: 'left_hand', dtype: 'list' },
        left_gripper: { ...state, at: 6 },
        right_endpose: { from: 'right_hand', dtype: 'list' },
        right_gripper: { ...state, at: 13 },
      },
      instruction,
    },
  },
  'sextant-hands': peeking({}),
  'sextant-peek': peeking({ truth: { from: 'truth' } }),
};
