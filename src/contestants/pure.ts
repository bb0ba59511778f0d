/** The part of this room that needs no Node: what the viewer’s page uses. */
export { replayPolicy } from './policies/given.ts';
