import type { ByteReader } from './byte-reader.ts';
import { AAC_RATES, AAC_SAMPLES } from './mpeg-length.ts';
import type { AudioDurations } from './audio-durations.ts';

const INNER = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf'];
const LEAVES = ['mvhd', 'tkhd', 'tfhd', 'stsd', 'stsz', 'stz2', 'trun'];
/** The box types that are read, by their four letters as a number. */
const KINDS = new Map([...INNER, ...LEAVES].map((kind) => [codeOf(kind), kind]));
const DEPTH_MAX = 8;
const TRACKS_MAX = 32;
/** Sample formats without sound: video, text and camera metadata. */
const SILENT = new Set(
  'avc1 avc3 hvc1 hev1 dvh1 dvhe mp4v s263 vp09 av01 jpeg apch apcn apcs apco ap4h text tx3g sbtl stpp wvtt c608 tmcd mebx mett metx'.split(
    ' ',
  ),
);
/** AAC object types: of MPEG-4, and the three of MPEG-2. */
const AAC = new Set([0x40, 0x66, 0x67, 0x68]);
/** MP3 object types: of MPEG-2 and of MPEG-1. */
const MP3 = new Set([0x69, 0x6b]);
/** Maximum duration of a sample: 1,152 PCM samples at the lowest MP3 rate; an Opus packet. */
const MP3_SECONDS_MAX = 1152 / 8000;
const OPUS_SECONDS_MAX = 0.12;
/** After the box type and version: samples per frame, 16 bytes, the rate. */
const ALAC_CONFIG_START = 8;
const ALAC_BYTES = 36;
const ESCAPE = 31;

/** A track's sample format and sample count, in the header and in fragments. */
interface Track {
  sampleCount: number;
  /** Of each sample; 0 means no sound, undefined unknown. */
  sampleSeconds: number | undefined;
  /** A sample may play for less. */
  isRough: boolean;
}

/** Measures all tracks with sound, and reads the duration that the movie header declares. */
export function mp4Length(file: ByteReader): AudioDurations {
  const movie = new Movie(file);
  movie.read(0, file.length, 0);
  const { declared, tracks } = movie;
  const audioTracks = tracks.filter((track) => track.sampleSeconds !== 0);
  const isKnown =
    !movie.isOdd && audioTracks.every(({ sampleSeconds }) => sampleSeconds !== undefined);
  if (!isKnown) return { declared };
  const counted = audioTracks.reduce(
    (sum, { sampleCount, sampleSeconds = 0 }) => sum + sampleCount * sampleSeconds,
    0,
  );
  const isRough = audioTracks.some((track) => track.isRough);
  return isRough ? { declared, atMost: counted } : { declared, counted };
}

class Movie {
  declared: number | undefined;
  readonly tracks: Track[] = [];
  /** The structure is not one that any real writer produces. */
  isOdd = false;
  readonly #file: ByteReader;
  readonly #byId = new Map<number, Track>();
  /** The track or fragment being read. */
  #current: Track = unknownTrack();

  constructor(file: ByteReader) {
    this.#file = file;
  }

  read(start: number, end: number, depth: number): void {
    const file = this.#file;
    for (let at = start; at + 8 <= end;) {
      const size = file.u32(at);
      const length = size === 1 ? file.u64(at + 8) : size === 0 ? end - at : size;
      const head = size === 1 ? 16 : 8;
      if (length < head || depth > DEPTH_MAX || !file.spendInspection()) {
        this.isOdd = true;
        return;
      }
      const kind = KINDS.get(file.u32(at + 4));
      if (kind === 'trak') this.#open();
      if (kind !== undefined && INNER.includes(kind))
        this.read(at + head, Math.min(end, at + length), depth + 1);
      else if (kind !== undefined) this.#take(kind, at + head, Math.min(end, at + length));
      at += length;
    }
  }

  #take(kind: string, at: number, end: number): void {
    const file = this.#file;
    const isLong = file.u8(at) === 1;
    switch (kind) {
      case 'mvhd':
        this.declared ??= declaredSeconds(file, at, isLong);
        return;
      case 'tkhd':
        this.#byId.set(file.u32(at + (isLong ? 20 : 12)), this.#current);
        return;
      case 'tfhd':
        this.#current = this.#byId.get(file.u32(at + 4)) ?? this.#open();
        return;
      case 'stsd':
        Object.assign(this.#current, readDescription(file, at, end));
        return;
      case 'stsz':
      case 'stz2':
        this.#current.sampleCount += file.u32(at + 8);
        return;
      case 'trun':
        this.#current.sampleCount += file.u32(at + 4);
    }
  }

  #open(): Track {
    if (this.tracks.length === TRACKS_MAX) this.isOdd = true;
    else this.tracks.push((this.#current = unknownTrack()));
    return this.#current;
  }
}

function codeOf(letters: string): number {
  return [...letters].reduce((code, letter) => code * 256 + letter.charCodeAt(0), 0);
}

const unknownTrack = (): Track => ({ sampleCount: 0, sampleSeconds: undefined, isRough: false });

function declaredSeconds(file: ByteReader, at: number, isLong: boolean): number | undefined {
  const scale = file.u32(at + (isLong ? 20 : 12));
  const duration = isLong ? file.u64(at + 24) : file.u32(at + 16);
  const unknown = duration === 0 || duration === 0xffffffff;
  return scale > 0 && !unknown ? duration / scale : undefined;
}

/** Returns the duration of a track's samples, if all have the same description. */
function readDescription(
  file: ByteReader,
  start: number,
  end: number,
): Pick<Track, 'sampleSeconds' | 'isRough'> {
  const exactly = (sampleSeconds: number | undefined) => ({ sampleSeconds, isRough: false });
  if (file.u32(start + 4) !== 1) return exactly(undefined);
  const at = start + 8;
  const kind = file.text(at + 4, 4);
  if (SILENT.has(kind)) return exactly(0);
  if (kind === 'Opus') return { sampleSeconds: OPUS_SECONDS_MAX, isRough: true };
  if (kind === 'alac') return exactly(alacSeconds(file, at, end));
  if (kind !== 'mp4a') return exactly(undefined);
  const { objectType, rate } = readDecoder(file, at, end);
  if (MP3.has(objectType)) return { sampleSeconds: MP3_SECONDS_MAX, isRough: true };
  return exactly(rate > 0 ? AAC_SAMPLES / rate : undefined);
}

/** Reads samples per frame and rate from the decoder configuration, a box named like its parent. */
function alacSeconds(file: ByteReader, start: number, end: number): number | undefined {
  let at = start + 8;
  while (at < end && !(file.has(at, 'alac') && file.u32(at - 4) === ALAC_BYTES)) at++;
  const samples = file.u32(at + ALAC_CONFIG_START);
  const rate = file.u32(at + ALAC_CONFIG_START + 20);
  return at < end && samples > 0 && rate > 0 ? samples / rate : undefined;
}

/**
 * Reads the decoder configuration (ISO 14496-1, 7.2.6, and 14496-3, 1.6.2.1); the rate is 0 if it is not AAC.
 */
function readDecoder(
  file: ByteReader,
  start: number,
  end: number,
): { objectType: number; rate: number } {
  let objectType = 0;
  let at = start;
  while (at < end && !file.has(at, 'esds')) at++;
  // Descriptors: a tag, a size of up to four bytes, the content.
  for (at += 8; at < end;) {
    const tag = file.u8(at++);
    while (at < end && file.u8(at) >= 0x80) at++;
    at++;
    if (tag === 3) at += 3;
    else if (tag === 4) {
      objectType = file.u8(at);
      if (!AAC.has(objectType)) break;
      at += 13;
    } else if (tag === 5 && file.u8(at) >> 3 !== ESCAPE)
      return {
        objectType,
        rate: AAC_RATES[((file.u8(at) & 7) << 1) | (file.u8(at + 1) >> 7)] ?? 0,
      };
    else break;
  }
  return { objectType, rate: 0 };
}
