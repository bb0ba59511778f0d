import { messageOf, SextantError } from '../../contracts/index.ts';

/** How many frames a clip has, read from its container: nothing is decoded. */
export async function videoLength(bytes: Uint8Array, where: string): Promise<number> {
  const { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } = await import('mediabunny');
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  try {
    const track = await input.getPrimaryVideoTrack();
    let count = 0;
    if (track)
      for await (const _ of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true }))
        count += 1;
    return count;
  } catch (cause) {
    throw new SextantError('bad_media', `the video cannot be read: ${messageOf(cause)}`, { where, cause });
  } finally {
    input.dispose();
  }
}
