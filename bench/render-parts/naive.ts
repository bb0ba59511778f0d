import type { Camera, Scene } from '../../src/render/scene.ts';

/**
 * The textbook: every triangle, every pixel of its bounding box, one sample per pixel, a depth buffer, light from one side.
 * No shadows, no textures, no smooth edges, nothing kept.
 */
export function naivePicture({ things, sky }: Scene, camera: Camera): Uint8Array {
  const { width, height } = camera;
  const focal = height / 2 / Math.tan((camera.fovy * Math.PI) / 360);
  const depth = new Float64Array(width * height).fill(Number.POSITIVE_INFINITY);
  const rgb = new Uint8Array(3 * width * height);
  const behind = 'horizon' in sky ? sky.horizon : sky;
  for (let i = 0; i < rgb.length; i += 1) rgb[i] = 255 * (behind[i % 3] ?? 0);
  const [fx = 0, lx = 0, ux = 0, fy = 0, ly = 0, uy = 0, fz = 0, lz = 0, uz = 0] = camera.rotation;
  for (const { mesh, position, rotation, colour } of things) {
    const corners = Array.from({ length: mesh.positions.length / 3 }, (_, i) => {
      const [x, y, z] = [0, 1, 2].map((k) => {
        const turned = [0, 1, 2].map((j) => (rotation[3 * k + j] ?? 0) * (mesh.positions[3 * i + j] ?? 0));
        return (position[k] ?? 0) - (camera.position[k] ?? 0) + turned.reduce((sum, value) => sum + value, 0);
      });
      const [a = 0, b = 0, c = 0] = [x, y, z];
      const far = fx * a + fy * b + fz * c;
      const [left, up] = [lx * a + ly * b + lz * c, ux * a + uy * b + uz * c];
      return {
        x: width / 2 - (focal * left) / far,
        y: height / 2 - (focal * up) / far,
        far,
        place: [a, b, c] as const,
      };
    });
    for (let t = 0; t < mesh.triangles.length; t += 3) {
      const [p, q, r] = [0, 1, 2].map((k) => corners[mesh.triangles[t + k] ?? 0]);
      if (!p || !q || !r || Math.min(p.far, q.far, r.far) < 0.01) continue;
      const area = (q.x - p.x) * (r.y - p.y) - (r.x - p.x) * (q.y - p.y);
      if (area >= 0) continue;
      const e = q.place.map((value, k) => value - (p.place[k] ?? 0));
      const f = r.place.map((value, k) => value - (p.place[k] ?? 0));
      const cross = (i: number, j: number) => (e[i] ?? 0) * (f[j] ?? 0) - (e[j] ?? 0) * (f[i] ?? 0);
      const [nx, ny, nz] = [cross(1, 2), cross(2, 0), cross(0, 1)];
      const light = 0.5 + (0.5 * Math.max(0, nz - 0.5 * ny)) / Math.sqrt(1.25 * (nx * nx + ny * ny + nz * nz));
      const bottom = Math.min(height - 1, Math.floor(Math.max(p.y, q.y, r.y)));
      const right = Math.min(width - 1, Math.floor(Math.max(p.x, q.x, r.x)));
      for (let y = Math.max(0, Math.floor(Math.min(p.y, q.y, r.y))); y <= bottom; y += 1) {
        for (let x = Math.max(0, Math.floor(Math.min(p.x, q.x, r.x))); x <= right; x += 1) {
          const [cx, cy] = [x + 0.5, y + 0.5];
          const a = ((q.x - cx) * (r.y - cy) - (r.x - cx) * (q.y - cy)) / area;
          const b = ((r.x - cx) * (p.y - cy) - (p.x - cx) * (r.y - cy)) / area;
          if (a < 0 || b < 0 || a + b > 1) continue;
          const far = 1 / (a / p.far + b / q.far + (1 - a - b) / r.far);
          const i = y * width + x;
          if (far >= (depth[i] ?? 0)) continue;
          depth[i] = far;
          for (let k = 0; k < 3; k += 1) rgb[3 * i + k] = 255 * light * (colour[k] ?? 0);
        }
      }
    }
  }
  return rgb;
}
