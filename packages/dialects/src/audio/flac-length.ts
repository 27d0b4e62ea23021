import type { ByteReader } from './byte-reader.ts';
import type { AudioDurations } from './audio-durations.ts';

const POLYNOMIAL = 0x07;

/** Rates in Hz by frame code; for other codes the frame states the rate, or 0 means the file's. */
const RATES = [
  0, 88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
] as const;

/**
 * Counts the samples that the frames state: players play every frame, whatever the stream header claims.
 * Where the two state different rates, the lower one counts, as players differ in which they use.
 */
export function flacLength(file: ByteReader): AudioDurations {
  const rate = (file.u8(18) << 12) | (file.u8(19) << 4) | (file.u8(20) >> 4);
  const samples = (file.u8(21) & 0x0f) * 2 ** 32 + file.u32(22);
  let counted = 0;
  for (let at = file.bytes.indexOf(0xff); at !== -1; at = file.bytes.indexOf(0xff, at + 1)) {
    if ((file.u8(at + 1) & 0xfe) !== 0xf8) continue;
    if (!file.spendInspection()) return {};
    counted += blockSeconds(file, at, rate);
  }
  return counted > 0 ? { counted } : { declared: rate > 0 ? samples / rate : 0 };
}

/** Returns the duration of the frame at an offset; 0 if none begins there. */
function blockSeconds(file: ByteReader, at: number, ownRate: number): number {
  const code = file.u8(at + 2) >> 4;
  const rateCode = file.u8(at + 2) & 0x0f;
  const [channels, reserved] = [file.u8(at + 3) >> 4, file.u8(at + 3) & 1];
  if (code === 0 || rateCode === 15 || channels > 10 || reserved !== 0) return 0;
  const size = at + 4 + numberBytes(file.u8(at + 4));
  const rateAt = size + (code === 6 ? 1 : code === 7 ? 2 : 0);
  const end = rateAt + (rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0);
  if (end >= file.length || checksum(file, at, end) !== file.u8(end)) return 0;
  const frameRate = readRate(file, rateAt, rateCode);
  const rate = frameRate > 0 && ownRate > 0 ? Math.min(frameRate, ownRate) : frameRate || ownRate;
  return rate > 0 ? readSamples(file, size, code) / rate : 0;
}

function readSamples(file: ByteReader, at: number, code: number): number {
  if (code === 1) return 192;
  if (code < 6) return 144 * 2 ** code;
  if (code === 6) return file.u8(at) + 1;
  if (code === 7) return file.u8(at) * 256 + file.u8(at + 1) + 1;
  return 2 ** code;
}

function readRate(file: ByteReader, at: number, code: number): number {
  const long = file.u8(at) * 256 + file.u8(at + 1);
  if (code === 12) return file.u8(at) * 1000;
  if (code === 13) return long;
  return code === 14 ? long * 10 : (RATES[code] ?? 0);
}

/** Returns the length of a UTF-8-style number from its first byte. */
function numberBytes(first: number): number {
  return Math.max(1, Math.clz32(~(first << 24)));
}

function checksum(file: ByteReader, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at++) {
    sum ^= file.u8(at);
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x80 ? POLYNOMIAL : 0)) & 0xff;
  }
  return sum;
}
