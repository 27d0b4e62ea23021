import type { ByteReader } from './byte-reader.ts';
import { opusSeconds } from './opus-seconds.ts';
import type { AudioDurations } from './audio-durations.ts';

const PAGE_HEADER_BYTES = 27;
const BEGINS_STREAM = 2;
const OPUS_RATE = 48_000;
/** A full segment continues in the next one. */
const FULL = 255;
/** Alternating long and short blocks play for less than long ones alone. */
const VORBIS_SLACK = 2;
const STREAMS_MAX = 32;

interface Stream {
  kind: 'opus' | 'vorbis' | 'unknown';
  rate: number;
  /** Most samples that a packet holds. */
  packetSamples: number;
  /** The highest position that a page declares. */
  position: number;
  /** Duration of the packets so far. */
  seconds: number;
  isContinued: boolean;
}

/** Counts the packets of all streams, and reads the last positions that their pages declare. */
export function oggLength(file: ByteReader): AudioDurations {
  const streams = new Map<number, Stream>();
  for (let at = 0; at !== -1; at = findPage(file, at)) {
    const serial = file.u32le(at + 14);
    if ((file.u8(at + 5) & BEGINS_STREAM) !== 0 || !streams.has(serial)) {
      if (streams.size === STREAMS_MAX) return {};
      if (!streams.has(serial)) streams.set(serial, openStream(file, at));
    }
    at = takePage(file, at, streams.get(serial) as Stream);
    if (!file.spendInspection()) return {};
  }
  const all = [...streams.values()];
  const declared = all.reduce(
    (sum, { rate, position }) => sum + (rate > 0 ? position / rate : 0),
    0,
  );
  if (all.some(({ kind }) => kind === 'unknown')) return { declared };
  return { declared, counted: all.reduce((sum, stream) => sum + secondsOf(stream), 0) };
}

function secondsOf({ kind, rate, position, seconds }: Stream): number {
  if (kind !== 'vorbis') return seconds;
  const declared = rate > 0 ? position / rate : 0;
  return declared * VORBIS_SLACK >= seconds ? declared : seconds;
}

/** Finds the next page; like players, it skips junk between pages. */
function findPage(file: ByteReader, from: number): number {
  let at = file.bytes.indexOf(0x4f, from);
  while (at !== -1 && file.spendInspection() && !file.has(at, 'OggS'))
    at = file.bytes.indexOf(0x4f, at + 1);
  return at;
}

/** Opens a stream from its first page, whose first packet identifies the codec. */
function openStream(file: ByteReader, page: number): Stream {
  const at = page + PAGE_HEADER_BYTES + file.u8(page + 26);
  const fresh = { position: 0, seconds: 0, isContinued: false };
  if (file.has(at, 'OpusHead'))
    return { ...fresh, kind: 'opus', rate: OPUS_RATE, packetSamples: 0 };
  if (file.u8(at) !== 1 || !file.has(at + 1, 'vorbis'))
    return { ...fresh, kind: 'unknown', rate: 0, packetSamples: 0 };
  const packetSamples = 2 ** (file.u8(at + 28) >> 4) / 2;
  return { ...fresh, kind: 'vorbis', rate: file.u32le(at + 12), packetSamples };
}

/** Counts the packets that begin in a page; returns where the page ends. */
function takePage(file: ByteReader, page: number, stream: Stream): number {
  const position = file.u64le(page + 6);
  if (position < 2 ** 53) stream.position = Math.max(stream.position, position);
  const segments = file.u8(page + 26);
  const table = page + PAGE_HEADER_BYTES;
  let at = table + segments;
  for (let index = 0; index < segments; index++) {
    const size = file.u8(table + index);
    if (!stream.isContinued && size > 0 && file.spendInspection())
      stream.seconds += packetSeconds(file, at, stream);
    stream.isContinued = size === FULL;
    at += size;
  }
  return at;
}

function packetSeconds(file: ByteReader, at: number, { kind, rate, packetSamples }: Stream) {
  if (kind === 'opus')
    return file.has(at, 'OpusHead') || file.has(at, 'OpusTags') ? 0 : opusSeconds(file, at);
  // Header packets have an odd first byte.
  return kind === 'vorbis' && rate > 0 && (file.u8(at) & 1) === 0 ? packetSamples / rate : 0;
}
