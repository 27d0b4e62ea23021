import type { ByteReader } from './byte-reader.ts';
import type { AudioDurations } from './audio-durations.ts';

/** Bytes of a frame by its type, including the first byte (RFC 4867, 3.6 and 5.3). */
const NARROW = [13, 14, 16, 18, 20, 21, 27, 32, 6, 1, 1, 1, 1, 1, 1, 1];
const WIDE = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1, 1, 1, 1, 1, 1];
const FRAME_SECONDS = 0.02;
/** Ten hours: counting takes linear time. */
const FRAMES_MAX = 1_800_000;
const NARROW_HEAD = '#!AMR\n';
const WIDE_HEAD = '#!AMR-WB\n';

/** Counts the frames of an AMR file; a frame of silence is one byte. */
export function amrLength(file: ByteReader): AudioDurations {
  const isWide = file.has(0, WIDE_HEAD);
  if (!isWide && !file.has(0, NARROW_HEAD)) return {};
  const sizes = isWide ? WIDE : NARROW;
  let frames = 0;
  let at = (isWide ? WIDE_HEAD : NARROW_HEAD).length;
  for (; at < file.length && frames <= FRAMES_MAX; frames += 1)
    at += sizes[(file.u8(at) >> 3) & 15] as number;
  return frames > FRAMES_MAX ? {} : { counted: frames * FRAME_SECONDS };
}
