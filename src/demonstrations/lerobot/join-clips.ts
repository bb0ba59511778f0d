import { isDeepStrictEqual } from 'node:util';
import { SextantError } from '../../contracts/index.ts';
import { loadVideoLibrary } from './video-library.ts';

/** Puts clips of one camera one after the other into one file. Nothing is encoded again. */
export async function joinClips(
  clips: readonly { path: string; frames: number }[],
  path: string,
  fps: number,
): Promise<void> {
  const library = await loadVideoLibrary();
  const { EncodedPacketSink, EncodedVideoPacketSource, FilePathSource, FilePathTarget, Input, MP4, Mp4OutputFormat } =
    library;
  const format = new Mp4OutputFormat({ fastStart: 'reserve' });
  const output = new library.Output({ target: new FilePathTarget(path), format });
  const source = new EncodedVideoPacketSource('avc');
  const frames = clips.reduce((sum, clip) => sum + clip.frames, 0);
  output.addVideoTrack(source, { frameRate: fps, maximumPacketCount: frames });
  await output.start();
  let at = 0;
  let first: VideoDecoderConfig | undefined;
  const append = async (clip: string) => {
    const input = new Input({ source: new FilePathSource(clip), formats: [MP4] });
    try {
      const track = await input.getPrimaryVideoTrack();
      const decoderConfig = await track?.getDecoderConfig();
      if (!track || !decoderConfig) throw new SextantError('internal', 'a clip was written that has no video');
      first ??= decoderConfig;
      // A file has one set-up for all its frames.
      if (!isDeepStrictEqual(first, decoderConfig)) throw new SextantError('internal', 'clips differ in their set-up');
      for await (const packet of new EncodedPacketSink(track).packets()) {
        await source.add(packet.clone({ timestamp: at / fps, duration: 1 / fps }), { decoderConfig });
        at += 1;
      }
    } finally {
      input.dispose();
    }
  };
  try {
    for (const clip of clips) await append(clip.path);
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
}
