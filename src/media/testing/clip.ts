import { BufferTarget, Mp4OutputFormat, Output, VideoSample, VideoSampleSource, WebMOutputFormat } from 'mediabunny';

/** A clip for tests: frame i is filled with the grey value `greys[i]` and shown at `i / fps`. */
export async function encodeTestClip(opts: {
  codec: 'avc' | 'vp8';
  greys: readonly number[];
  fps: number;
  rotation?: 0 | 90 | 180 | 270;
}): Promise<Uint8Array> {
  await import('@napi-rs/webcodecs/polyfill');
  const { codec, greys, fps, rotation = 0 } = opts;
  const target = new BufferTarget();
  const output = new Output({ target, format: codec === 'avc' ? new Mp4OutputFormat() : new WebMOutputFormat() });
  const source = new VideoSampleSource({ codec, bitrate: 400_000, keyFrameInterval: 1 });
  output.addVideoTrack(source, { rotation });
  const keepAlive = setInterval(() => {}, 60_000);
  await output.start();
  const [width, height] = [64, 48];
  for (const [i, grey] of greys.entries()) {
    const pixels = new Uint8Array(width * height * 4).fill(grey);
    const image = { format: 'RGBA', codedWidth: width, codedHeight: height } as const;
    const sample = new VideoSample(pixels, { ...image, timestamp: i / fps, duration: 1 / fps });
    await source.add(sample);
    sample.close();
  }
  await output.finalize();
  clearInterval(keepAlive);
  return new Uint8Array(target.buffer ?? new ArrayBuffer());
}
