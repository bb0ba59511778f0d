// What scoring needs of the robot: without physics, and in the browser too.
export { armDistance } from './robot/arms.ts';
