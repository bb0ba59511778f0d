export { letterTexture } from './letter.ts';
export { type Mesh, type MeshParts, mesh } from './mesh.ts';
export { type Motif, noise, patternTexture } from './pattern.ts';
export { Renderer, type RenderOptions } from './renderer.ts';
export { type Camera, type Gloss, type Lights, type Rgb, type Scene, type Sky, standing, type Thing } from './scene.ts';
export { boxMesh, capsuleMesh, cylinderMesh, ellipsoidMesh, planeMesh, sphereMesh, turnedMesh } from './shapes.ts';
export { wholeSize } from './silhouette.ts';
export { type Texture, texture } from './texture.ts';
