import { amrLength } from './amr-length.ts';
import { ByteReader } from './byte-reader.ts';
import { flacLength } from './flac-length.ts';
import { matroskaLength } from './matroska-length.ts';
import { mp4Length } from './mp4-length.ts';
import { mpegLength, tagBytes } from './mpeg-length.ts';
import { oggLength } from './ogg-length.ts';
import type { AudioDurations } from './audio-durations.ts';
import { waveLength } from './wave-length.ts';

/** Duration of a recording, in seconds. */
export interface AudioLength {
  readonly seconds: number;
  /** Upper bound: equal to `seconds` if counted, otherwise what the bytes can hold. */
  readonly maximum: number;
}

/** Most bytes per second for files whose duration is only declared: 512 kbit/s. */
const WRITTEN_BYTES_A_SECOND = 64_000;
/** Bytes per second assumed for unknown formats: 64 kbit/s. */
const UNKNOWN_BYTES_A_SECOND = 8_000;
/**
 * Silence takes next to nothing: in FLAC, 65,535 samples at 8,000 Hz fit in 14 bytes, and any container may
 * hold FLAC. No speech codec takes less.
 */
const SILENT_SECONDS_A_BYTE = 0.6;
/** An ID3 tag may precede any file. */
const TAG = 'ID3';

/**
 * Measures a recording from its content: WAV, MP3, AAC, AMR, FLAC, Ogg, MP4 and WebM. A duration that is only
 * declared is not trusted if the file is too large for it; unknown formats are estimated from their size.
 * Never throws; takes linear time.
 */
export function audioLength(bytes: Uint8Array): AudioLength {
  const start = new ByteReader(bytes).has(0, TAG) ? tagBytes(bytes) : 0;
  const file = new ByteReader(bytes.subarray(start));
  const { counted = 0, declared: declaredSeconds = 0, atMost } = readLength(file);
  const size = bytes.length;
  const isWritten = declaredSeconds > 0 && declaredSeconds <= size;
  if (counted > 0) {
    const seconds = Math.min(Math.max(counted, isWritten ? declaredSeconds : 0), size);
    return { seconds, maximum: seconds };
  }
  const seconds = isWritten
    ? Math.max(declaredSeconds, size / WRITTEN_BYTES_A_SECOND)
    : size / UNKNOWN_BYTES_A_SECOND;
  const longest = size * SILENT_SECONDS_A_BYTE;
  return { seconds, maximum: Math.max(seconds, Math.min(longest, atMost ?? longest)) };
}

function readLength(file: ByteReader): AudioDurations {
  if ((file.has(0, 'RIFF') || file.has(0, 'RF64')) && file.has(8, 'WAVE')) return waveLength(file);
  if (file.has(0, 'fLaC')) return flacLength(file);
  if (file.has(0, 'OggS')) return oggLength(file);
  if (file.has(4, 'ftyp')) return mp4Length(file);
  if (file.has(0, '#!AMR')) return amrLength(file);
  if (file.u32(0) === 0x1a45dfa3) return matroskaLength(file);
  return mpegLength(file);
}
