import { ByteFinder } from '../multipart/find-bytes.ts';
import type { ByteReader } from './byte-reader.ts';
import { MatroskaPackets } from './matroska-packets.ts';
import type { AudioDurations } from './audio-durations.ts';

const SCALE = new ByteFinder(Uint8Array.of(0x2a, 0xd7, 0xb1));
const DURATION = new ByteFinder(Uint8Array.of(0x44, 0x89));
const INFO = new ByteFinder(Uint8Array.of(0x15, 0x49, 0xa9, 0x66));
const SCALE_DEFAULT = 1_000_000;
const HEAD_BYTES = 65_536;
/** An interrupted recorder writes no duration; its last cluster continues for a while. */
const LAST_CLUSTER_SECONDS = 5;

/** Measures a WebM file by its packets; declared is its duration, else the start of its last cluster. */
export function matroskaLength(file: ByteReader): AudioDurations {
  const packets = new MatroskaPackets(file);
  packets.read();
  const { lastCluster, seconds: counted, atMost } = packets;
  return { declared: declaredSeconds(file, lastCluster), counted, atMost };
}

function declaredSeconds(file: ByteReader, lastCluster: number | undefined): number | undefined {
  const head = file.bytes.subarray(0, HEAD_BYTES);
  const info = INFO.find(head, 0);
  if (info === -1) return undefined;
  const at = SCALE.find(head, info);
  const scale =
    at === -1 ? SCALE_DEFAULT : file.unsigned(at + 4, Math.min(8, file.u8(at + 3) & 0x7f));
  const duration = DURATION.find(head, info);
  const declaredTicks = duration === -1 ? Number.NaN : readFloat(file, duration + 2);
  const ticks = declaredTicks > 0 ? declaredTicks : lastCluster;
  if (ticks === undefined) return undefined;
  return (ticks * scale) / 1e9 + (declaredTicks > 0 ? 0 : LAST_CLUSTER_SECONDS);
}

function readFloat(file: ByteReader, at: number): number {
  const size = file.u8(at) & 0x7f;
  if ((size !== 4 && size !== 8) || at + 1 + size > file.length) return Number.NaN;
  const { bytes } = file;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at + 1, size);
  return size === 4 ? view.getFloat32(0) : view.getFloat64(0);
}
