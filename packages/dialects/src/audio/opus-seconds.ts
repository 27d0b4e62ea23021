import type { ByteReader } from './byte-reader.ts';

/** Frame duration in milliseconds, by the packet's first byte. */
const SPEECH = [10, 20, 40, 60] as const;
const HYBRID = [10, 20] as const;
const MUSIC = [2.5, 5, 10, 20] as const;
/** No packet may be longer. */
const PACKET_SECONDS_MAX = 0.12;

/** Returns the duration of the Opus packet at an offset (RFC 6716, 3.1). */
export function opusSeconds(file: ByteReader, at: number): number {
  const head = file.u8(at);
  const config = head >> 3;
  const milliseconds =
    config < 12
      ? SPEECH[(config & 3) as 0]
      : config < 16
        ? HYBRID[(config & 1) as 0]
        : MUSIC[(config & 3) as 0];
  const kind = head & 3;
  const frames = kind === 0 ? 1 : kind === 3 ? file.u8(at + 1) & 0x3f : 2;
  return Math.min((frames * milliseconds) / 1000, PACKET_SECONDS_MAX);
}
