import { amrLength } from './amr-length.ts';
import { ByteReader } from './byte-reader.ts';
import { flacLength } from './flac-length.ts';
import { matroskaLength } from './matroska-length.ts';
import { mp4Length } from './mp4-length.ts';
import { mpegLength, tagBytes } from './mpeg-length.ts';
import { oggLength } from './ogg-length.ts';
import type { ToldLength } from './told-length.ts';
import { waveLength } from './wave-length.ts';

/** How long a recording takes, in seconds. */
export interface AudioLength {
  readonly seconds: number;
  /** The longest that it can be: the same where it was counted, else what its bytes can hold. */
  readonly most: number;
}

/** Of files whose length is only written down, the most that a second may hold: 512 kbit. */
const WRITTEN_BYTES_A_SECOND = 64_000;
/** Of files that are not understood: 64 kbit. */
const UNKNOWN_BYTES_A_SECOND = 8_000;
/**
 * Silence takes next to nothing: 65,535 samples of FLAC at 8,000 a second in 14 bytes, and FLAC may be
 * in any container. No codec of speech takes less.
 */
const SILENT_SECONDS_A_BYTE = 0.6;
/** An ID3 tag may stand before any file. */
const TAG = 'ID3';

/**
 * How long a recording takes, counted in the file itself: WAV, MP3, AAC, AMR, FLAC, Ogg, MP4 and WebM.
 * A length that is only written down is not believed where the file is too large for it; a file
 * that is not understood counts by its size. Never throws; takes linear time.
 */
export function audioLength(bytes: Uint8Array): AudioLength {
  const start = new ByteReader(bytes).has(0, TAG) ? tagBytes(bytes) : 0;
  const file = new ByteReader(bytes.subarray(start));
  const { counted = 0, written = 0, atMost } = readLength(file);
  const size = bytes.length;
  const isWritten = written > 0 && written <= size;
  if (counted > 0) {
    const seconds = Math.min(Math.max(counted, isWritten ? written : 0), size);
    return { seconds, most: seconds };
  }
  const seconds = isWritten
    ? Math.max(written, size / WRITTEN_BYTES_A_SECOND)
    : size / UNKNOWN_BYTES_A_SECOND;
  const longest = size * SILENT_SECONDS_A_BYTE;
  return { seconds, most: Math.max(seconds, Math.min(longest, atMost ?? longest)) };
}

function readLength(file: ByteReader): ToldLength {
  if ((file.has(0, 'RIFF') || file.has(0, 'RF64')) && file.has(8, 'WAVE')) return waveLength(file);
  if (file.has(0, 'fLaC')) return flacLength(file);
  if (file.has(0, 'OggS')) return oggLength(file);
  if (file.has(4, 'ftyp')) return mp4Length(file);
  if (file.has(0, '#!AMR')) return amrLength(file);
  if (file.u32(0) === 0x1a45dfa3) return matroskaLength(file);
  return mpegLength(file);
}
