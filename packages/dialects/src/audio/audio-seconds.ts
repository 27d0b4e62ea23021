import { ByteReader } from './byte-reader.ts';
import { mp4Seconds } from './mp4-seconds.ts';
import { matroskaSeconds } from './matroska-seconds.ts';
import { mpegSeconds } from './mpeg-seconds.ts';

/** Of files whose length is only written down, the most that a second may hold: 512 kbit. */
const WRITTEN_BYTES_A_SECOND = 64_000;
/** Of files that are not understood: 64 kbit. */
const UNKNOWN_BYTES_A_SECOND = 8_000;
const FLAC_BYTES_A_SECOND = 1_250_000;
const PAGE_HEADER_BYTES = 27;
const OPUS_RATE = 48_000;

/**
 * How long a recording takes, read from the file itself: WAV, MP3, AAC, FLAC, Ogg, MP4 and WebM.
 * A length that is only written down is not believed where the file is too large for it; a file
 * that is not understood counts by its size. Never throws; takes linear time.
 */
export function audioSeconds(bytes: Uint8Array): number {
  const file = new ByteReader(bytes);
  const unknown = bytes.length / UNKNOWN_BYTES_A_SECOND;
  if (file.has(0, 'RIFF') && file.has(8, 'WAVE')) return waveSeconds(file) ?? unknown;
  if (file.has(0, 'fLaC')) return believe(flacSeconds(file), bytes, FLAC_BYTES_A_SECOND) ?? unknown;
  const written = file.has(0, 'OggS')
    ? oggSeconds(file)
    : file.has(4, 'ftyp')
      ? mp4Seconds(file)
      : file.u32(0) === 0x1a45dfa3
        ? matroskaSeconds(file)
        : undefined;
  return believe(written, bytes, WRITTEN_BYTES_A_SECOND) ?? mpegSeconds(file) ?? unknown;
}

function believe(
  seconds: number | undefined,
  bytes: Uint8Array,
  bytesASecond: number,
): number | undefined {
  if (seconds === undefined || !(seconds > 0) || seconds > bytes.length) return undefined;
  return Math.max(seconds, bytes.length / bytesASecond);
}

/** Samples of what is there, whatever the header says of its size: it may come from a live source. */
function waveSeconds(file: ByteReader): number | undefined {
  let bytesASecond = 0;
  for (let at = 12; at + 8 <= file.length;) {
    const size = file.u32le(at + 4);
    if (file.has(at, 'fmt ')) {
      const plain = file.u16le(at + 8) === 1 || file.u16le(at + 8) === 3;
      bytesASecond = plain
        ? (file.u32le(at + 12) * file.u16le(at + 10) * file.u16le(at + 22)) / 8
        : Math.min(file.u32le(at + 16), WRITTEN_BYTES_A_SECOND);
    }
    if (file.has(at, 'data'))
      return bytesASecond > 0 ? (file.length - at - 8) / bytesASecond : undefined;
    at += 8 + size + (size % 2);
  }
  return undefined;
}

function flacSeconds(file: ByteReader): number | undefined {
  const rate = (file.u8(18) << 12) | (file.u8(19) << 4) | (file.u8(20) >> 4);
  const samples = (file.u8(21) & 0x0f) * 2 ** 32 + file.u32(22);
  return rate > 0 && samples > 0 ? samples / rate : undefined;
}

/** The last position that a page tells, over the rate of what is inside. */
function oggSeconds(file: ByteReader): number | undefined {
  let last = 0;
  let rate = 0;
  for (let at = 0; file.has(at, 'OggS');) {
    const segments = file.u8(at + 26);
    const body = at + PAGE_HEADER_BYTES + segments;
    if (file.has(body, 'OpusHead')) rate = OPUS_RATE;
    if (file.has(body + 1, 'vorbis') && file.u8(body) === 1) rate = file.u32le(body + 12);
    const position = file.u64le(at + 6);
    if (position < 2 ** 53) last = Math.max(last, position);
    at = body;
    for (let index = 0; index < segments; index++) at += file.u8(body - segments + index);
  }
  return rate > 0 && last > 0 ? last / rate : undefined;
}
