import { MediaRef, parseRunLine, type RunEvent } from '../../src/contracts/index.ts';
import { unitKey } from '../../src/engine/pure.ts';
import { Recent } from '../../src/util/index.ts';
import type {
  LinePlace,
  ListAsk,
  ListPage,
  PackFile,
  PackIndex,
  ReportFront,
  RunHead,
  UnitPlaces,
  UnitRow,
  UnitView,
} from '../../src/viewer/pure.ts';
import { linesOf, listRows } from './readers.ts';
import type { Source } from './source.ts';
import { type ByteReader, ZipReader } from './zip.ts';

/** Pictures that have an address at once; the oldest loses its own. */
const ADDRESSES = 1000;
/** A journal is read in pieces of this size. */
const PIECE = 1 << 22;

/** Runs that `sextant pack` put into one file. */
export class PackSource implements Source {
  readonly kind: 'static' | 'embedded';
  readonly #zip: ZipReader;
  readonly #pack: PackFile;
  readonly #units = new Map<string, Promise<UnitRow[]>>();
  readonly #places = new Map<string, Promise<Map<string, UnitPlaces>>>();
  readonly #addresses = new Recent<string, Promise<string | null>>(ADDRESSES, {
    left: (address) => void address.then((url) => url === null || URL.revokeObjectURL(url)),
  });

  private constructor(kind: PackSource['kind'], zip: ZipReader, pack: PackFile) {
    this.kind = kind;
    this.#zip = zip;
    this.#pack = pack;
  }

  static async open(kind: PackSource['kind'], reader: ByteReader): Promise<PackSource> {
    const zip = await ZipReader.open(reader);
    const pack = await jsonOf<PackFile>(zip, 'pack.json');
    if (pack.format !== 'sextant-pack-1') throw new Error('this file was packed by another version of Sextant');
    return new PackSource(kind, zip, pack);
  }

  get front(): ReportFront | undefined {
    return this.#pack.front;
  }

  async runs(): Promise<RunHead[]> {
    return this.#pack.runs;
  }

  async list(run: string, ask: ListAsk): Promise<ListPage> {
    return listRows(await this.units(run), ask, (other) => this.units(other));
  }

  units(run: string): Promise<UnitRow[]> {
    const known = this.#units.get(run) ?? jsonOf<UnitRow[]>(this.#zip, `runs/${run}/units.json`);
    this.#units.set(run, known);
    return known;
  }

  async unit(run: string, id: string, epoch: number): Promise<UnitView> {
    const key = unitKey({ id, epoch });
    const places = (await this.#index(run)).get(key);
    const row = (await this.units(run)).find(({ result }) => result.id === id && result.epoch === epoch);
    if (!places?.sample || !row) throw new Error(`this run has no answer for unit ${id}`);
    const [sample, prompt, ...attempts] = await Promise.all(
      [places.sample, places.prompt, ...places.attempts].map((place) => this.#line(run, place)),
    );
    if (sample?.event !== 'sample') throw new Error('the packed run is damaged');
    return {
      sample: sample.sample,
      prompt: prompt?.event === 'prompt' ? prompt.prompt : null,
      attempts: attempts.filter((event) => event?.event === 'attempt'),
      row,
    };
  }

  async *journal(run: string): AsyncGenerator<RunEvent> {
    const name = `runs/${run}/events.ndjson`;
    const size = this.#zip.size(name);
    let at = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        if (at >= size) return controller.close();
        const end = Math.min(size, at + PIECE);
        controller.enqueue(await this.#zip.part(name, at, end));
        at = end;
      },
    });
    for await (const line of linesOf(stream)) {
      const event = parseRunLine(line);
      if (event) yield event;
    }
  }

  /** Asked for twice at once, it is made once: a second address would end the first one. */
  url(_run: string, ref: { sha256: string; type: string }): Promise<string | null> {
    return this.#addresses.get(ref.sha256) ?? this.#addresses.set(ref.sha256, this.#address(ref));
  }

  async #address({ sha256, type }: { sha256: string; type: string }): Promise<string | null> {
    const shown = type.startsWith('video/') ? { ending: 'mp4', as: 'video/mp4' } : { ending: 'webp', as: 'image/webp' };
    const names = [`shown/${sha256}.${shown.ending}`, `stills/${sha256}.webp`, `blobs/${sha256}`];
    const [encoded, still, full] = await this.#zip.many(names);
    const small = encoded ?? still;
    const bytes = small ?? full;
    // Only types that cannot carry script.
    if (!bytes || !MediaRef.shape.type.safeParse(type).success) return null;
    return URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: small ? shown.as : type }));
  }

  thumb(run: string, ref: { sha256: string; type: string }): Promise<string | null> {
    return this.url(run, ref);
  }

  bytes(_run: string, sha256: string): Promise<Uint8Array | null> {
    return this.#zip.bytes(`blobs/${sha256}`);
  }

  files(_run: string, hashes: readonly string[]): Promise<(Uint8Array | null)[]> {
    return this.#zip.many(hashes.map((sha256) => `blobs/${sha256}`));
  }

  #index(run: string): Promise<Map<string, UnitPlaces>> {
    const known =
      this.#places.get(run) ??
      jsonOf<PackIndex>(this.#zip, `runs/${run}/index.json`).then(
        (index) => new Map(index.map((unit) => [unitKey(unit), unit])),
      );
    this.#places.set(run, known);
    return known;
  }

  async #line(run: string, place: LinePlace | null): Promise<RunEvent | undefined> {
    if (!place) return undefined;
    const [offset, length] = place;
    const bytes = await this.#zip.part(`runs/${run}/events.ndjson`, offset, offset + length);
    return parseRunLine(new TextDecoder().decode(bytes));
  }
}

async function jsonOf<T>(zip: ZipReader, name: string): Promise<T> {
  const bytes = await zip.bytes(name);
  if (!bytes) throw new Error(`the packed run has no ${name}`);
  return JSON.parse(new TextDecoder().decode(bytes));
}
