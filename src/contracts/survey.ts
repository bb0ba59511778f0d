type Triple = readonly [number, number, number];

/** Something that can be seen, as plain data. */
export interface Solid {
  /** Its form in its own frame: three numbers per vertex and normal, two per place in the texture, three vertices per triangle. */
  mesh: { positions: Float64Array; normals: Float64Array; uvs: Float64Array; triangles: Int32Array };
  /** Red, green and blue as displayed, 0 … 1. */
  colour: Triple;
  /** A square picture that multiplies the colour and repeats: rows from the top, red in the lowest byte. Smaller copies follow it. */
  texture?: { size: number; levels: readonly Int32Array[] };
  castsShadow: boolean;
  /** In metres. */
  position: Float64Array;
  /** 3×3, row by row: own frame to world. */
  rotation: Float64Array;
}

/** Everything there is to see at one moment, for drawing a world by other means than its own cameras. z is up. */
export interface Survey {
  things: readonly Solid[];
  lights: {
    ambient: { above: Triple; below: Triple };
    sun: { direction: Triple; colour: Triple };
    points: readonly { position: Triple; colour: Triple }[];
  };
  /** By name. A camera's own frame is x forward, y left, z up; the field of view is vertical, in degrees. */
  cameras: Readonly<Record<string, { position: Float64Array; rotation: Float64Array; fovy: number }>>;
  /** How far each gripper is told to be open, 0 … 1. */
  grippers: { left: number; right: number };
}

/** An observer that records all positions: at the start, every so many physics steps, and at the end. */
export interface Tracker {
  every: number;
  /** Its argument is valid until the next call. */
  at(step: number, survey: Survey): void;
}
