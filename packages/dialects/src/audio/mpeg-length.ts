import type { ByteReader } from './byte-reader.ts';
import type { AudioDurations } from './audio-durations.ts';

/** Bit rates in kbit/s of MPEG 1 layers 1 to 3 and MPEG 2 layers 1 and 2 or 3, by index. */
const KILOBITS = {
  '1-1': [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '1-2': [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1-3': [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2-1': [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '2-2': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  '2-3': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const MPEG_RATES = [44_100, 48_000, 32_000];
export const AAC_RATES: readonly number[] = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
  7350,
];
export const AAC_SAMPLES = 1024;
const AAC_HEADER = 7;
/** Size of the smallest MP3 frame, in bytes. */
const FRAME_BYTES = 24;
/** A file with fewer frames is not audio. */
const FRAMES_MIN = 2;

interface Frame {
  readonly bytes: number;
  readonly seconds: number;
}

/**
 * Measures all frames of an MP3 or AAC file; nothing if apparent frames are everywhere. Other files may
 * contain a few by accident: frames only count if they make up most of the file.
 */
export function mpegLength(file: ByteReader): AudioDurations {
  let seconds = 0;
  let bytes = 0;
  let frames = 0;
  for (let at = file.bytes.indexOf(0xff); at !== -1; at = file.bytes.indexOf(0xff, at)) {
    const frame = readFrame(file, at);
    if ((frame?.bytes ?? 0) < FRAME_BYTES && !file.spendInspection()) return {};
    if (frame) {
      seconds += frame.seconds;
      bytes += frame.bytes;
      frames += 1;
    }
    at += frame?.bytes ?? 1;
  }
  if (frames < FRAMES_MIN) return {};
  return bytes * 2 >= file.length ? { counted: seconds } : { declared: seconds };
}

/** Returns the size of an ID3 tag, stored as four times seven bits. */
export function tagBytes(bytes: Uint8Array): number {
  const [, , , , , , ...sizes] = bytes.subarray(0, 10);
  return 10 + sizes.reduce((size, byte) => size * 128 + (byte & 0x7f), 0);
}

function readFrame(file: ByteReader, at: number): Frame | undefined {
  if (file.u8(at) !== 0xff) return undefined;
  const second = file.u8(at + 1);
  if ((second & 0xf6) === 0xf0) return readAacFrame(file, at);
  return (second & 0xe0) === 0xe0 ? readMpegFrame(file, at) : undefined;
}

function readMpegFrame(file: ByteReader, at: number): Frame | undefined {
  const version = (file.u8(at + 1) >> 3) & 3;
  const layer = 4 - ((file.u8(at + 1) >> 1) & 3);
  const rateIndex = (file.u8(at + 2) >> 2) & 3;
  const bitrateIndex = file.u8(at + 2) >> 4;
  if (version === 1 || layer === 4 || rateIndex === 3) return undefined;
  const generation = version === 3 ? 1 : 2;
  const table = KILOBITS[`${generation}-${layer}` as keyof typeof KILOBITS];
  const kilobits = table[bitrateIndex] ?? 0;
  if (kilobits === 0) return undefined;
  const rate = (MPEG_RATES[rateIndex] as number) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const padding = (file.u8(at + 2) >> 1) & 1;
  const samples = layer === 1 ? 384 : layer === 3 && generation === 2 ? 576 : 1152;
  const slot = layer === 1 ? 4 : 1;
  const bytes = (Math.floor((samples / 8 / slot) * ((kilobits * 1000) / rate)) + padding) * slot;
  return { bytes, seconds: samples / rate };
}

function readAacFrame(file: ByteReader, at: number): Frame | undefined {
  const rate = AAC_RATES[(file.u8(at + 2) >> 2) & 0x0f];
  const bytes = ((file.u8(at + 3) & 3) << 11) | (file.u8(at + 4) << 3) | (file.u8(at + 5) >> 5);
  if (rate === undefined || bytes < AAC_HEADER) return undefined;
  const blocks = (file.u8(at + 6) & 3) + 1;
  return { bytes, seconds: (AAC_SAMPLES * blocks) / rate };
}
