/**
 * A clip for tests, 64 × 48, one frame for each brightness, shown at `i / 10`. The left quarter is white, the rest has the
 * frame's brightness: it can be seen whether frames were mirrored, and in which order they come.
 */
export async function encodeMarkedClip(
  brightness: readonly number[],
  rotation: 0 | 90 | 180 | 270 = 0,
): Promise<Uint8Array> {
  await import('@napi-rs/webcodecs/polyfill');
  const { BufferTarget, Mp4OutputFormat, Output, Quality, VideoSample, VideoSampleSource } = await import('mediabunny');
  const target = new BufferTarget();
  const output = new Output({ target, format: new Mp4OutputFormat() });
  const encoder = new VideoSampleSource({ codec: 'avc', quality: new Quality({ bitrate: 1_000_000 }) });
  output.addVideoTrack(encoder, { rotation });
  const keepAlive = setInterval(() => {}, 60_000);
  await output.start();
  const [width, height] = [64, 48];
  for (const [i, grey] of brightness.entries()) {
    const pixels = new Uint8Array(width * height * 4).map((_, at) => ((at / 4) % width < width / 4 ? 255 : grey));
    const image = { format: 'RGBA', codedWidth: width, codedHeight: height } as const;
    const sample = new VideoSample(pixels, { ...image, timestamp: i / 10, duration: 1 / 10 });
    await encoder.add(sample);
    sample.close();
  }
  await output.finalize();
  clearInterval(keepAlive);
  return new Uint8Array(target.buffer ?? new ArrayBuffer());
}
