export { TabletopCameras } from './cameras/tabletop-cameras.ts';
export { decodeActions } from './episode/action-log.ts';
export { Tabletop } from './episode/tabletop.ts';
export { TabletopWorld } from './episode/world.ts';
export { Physics } from './physics/physics.ts';
export { armJoints } from './robot/arms.ts';
export { drawLayout, inRows, scattered } from './scene/layout.ts';
export type { Randomise } from './scene/randomise.ts';
