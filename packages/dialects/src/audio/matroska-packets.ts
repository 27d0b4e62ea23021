import type { ByteReader } from './byte-reader.ts';
import { opusSeconds } from './opus-seconds.ts';

const ID = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  group: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  codec: 0x86,
} as const;
/** Elements whose children are read. */
const INNER = new Set<number>([ID.segment, ID.cluster, ID.group, ID.tracks, ID.track]);
const TRACKS_MAX = 32;
const LACED = 0x06;
/** 1,024 samples at the lowest AAC rate. */
const AAC_SECONDS_MAX = 1024 / 7350;

/** Counts the audio packets in a WebM file, element by element. */
export class MatroskaPackets {
  /** The start of the last cluster, in ticks. */
  lastCluster: number | undefined;
  readonly #file: ByteReader;
  readonly #codecs = new Map<number, string>();
  #track = 0;
  #seconds = 0;
  /** The file holds something that can't be counted. */
  #isOdd = false;
  /** A packet may play for less than it is counted. */
  #isRough = false;

  constructor(file: ByteReader) {
    this.#file = file;
  }

  /** Undefined if not everything could be counted. */
  get seconds(): number | undefined {
    return this.#isOdd || this.#isRough ? undefined : this.#seconds;
  }

  /** The same, with each packet counted at its maximum duration. */
  get atMost(): number | undefined {
    return this.#isOdd ? undefined : this.#seconds;
  }

  read(): void {
    const file = this.#file;
    for (let at = 0; at < file.length;) {
      const idBytes = Math.clz32(file.u8(at) << 24) + 1;
      const id = file.unsigned(at, idBytes);
      const { size, bytes } = readSize(file, at + idBytes);
      const start = at + idBytes + bytes;
      if (!file.spendInspection()) return this.#stop();
      if (idBytes > 4 || bytes > 8) return this.#stop();
      if (size === undefined && !INNER.has(id)) return this.#stop();
      this.#take(id, start, size ?? 0);
      at = INNER.has(id) ? start : start + (size ?? 0);
    }
  }

  #stop(): void {
    this.#isOdd = true;
  }

  #take(id: number, start: number, size: number): void {
    const file = this.#file;
    if (id === ID.timestamp)
      this.lastCluster = Math.max(this.lastCluster ?? 0, file.unsigned(start, Math.min(size, 8)));
    else if (id === ID.track) this.#track = 0;
    else if (id === ID.trackNumber) this.#track = file.unsigned(start, Math.min(size, 8));
    else if (id === ID.codec) this.#addCodec(file.text(start, Math.min(size, 16)));
    else if (id === ID.block || id === ID.simpleBlock) this.#takeBlock(start, start + size);
  }

  /** A track's number precedes its codec in every known writer's files. */
  #addCodec(codec: string): void {
    if (this.#track === 0 || this.#codecs.has(this.#track) || this.#codecs.size === TRACKS_MAX)
      return this.#stop();
    this.#codecs.set(this.#track, codec);
  }

  #takeBlock(start: number, end: number): void {
    const file = this.#file;
    const { size: track, bytes } = readSize(file, start);
    const codec = this.#codecs.get(track ?? 0);
    if (codec === undefined) return this.#stop();
    // Video, subtitles and buttons.
    if (/^[VSB]_/.test(codec)) return;
    const isOpus = codec.startsWith('A_OPUS');
    if (!isOpus && !codec.startsWith('A_AAC')) return this.#stop();
    // Two bytes of time, one of flags, then the packet.
    const at = start + bytes + 3;
    // No recorder uses lacing: a block could then hold hundreds of packets.
    if (at >= end || (file.u8(at - 1) & LACED) !== 0) return this.#stop();
    this.#isRough ||= !isOpus;
    this.#seconds += isOpus ? opusSeconds(file, at) : AAC_SECONDS_MAX;
  }
}

/** Reads a number of 1 to 8 bytes whose first byte gives its length; undefined if all its bits are set. */
function readSize(file: ByteReader, at: number): { size: number | undefined; bytes: number } {
  const bytes = Math.clz32(file.u8(at) << 24) + 1;
  if (bytes > 8) return { size: undefined, bytes };
  const size = file.unsigned(at, bytes) - 2 ** (7 * bytes);
  return { size: size === 2 ** (7 * bytes) - 1 ? undefined : size, bytes };
}
