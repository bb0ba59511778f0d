/** The part of this room that needs no Node: what the viewer’s page uses. */
export { networkModel } from './onnx/model.ts';
export { type Network, type NetworkOutput, openNetwork } from './onnx/network.ts';
export { outputsOf, peakOf } from './onnx/peak.ts';
export { networkPolicy } from './onnx/policy.ts';
export { replayPolicy } from './policies/given.ts';
