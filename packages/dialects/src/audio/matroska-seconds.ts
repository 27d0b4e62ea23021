import { ByteFinder } from '../multipart/find-bytes.ts';
import type { ByteReader } from './byte-reader.ts';

const SCALE = new ByteFinder(Uint8Array.of(0x2a, 0xd7, 0xb1));
const DURATION = new ByteFinder(Uint8Array.of(0x44, 0x89));
const INFO = new ByteFinder(Uint8Array.of(0x15, 0x49, 0xa9, 0x66));
const CLUSTER = new ByteFinder(Uint8Array.of(0x1f, 0x43, 0xb6, 0x75));
const TIMESTAMP = 0xe7;
const SCALE_DEFAULT = 1_000_000;
const HEAD_BYTES = 65_536;
const CLUSTER_HEAD_BYTES = 16;
/** A stopped recorder writes no length; its last cluster goes on for a while. */
const LAST_CLUSTER_SECONDS = 5;

/** The length that a WebM file declares; else the start of its last cluster. */
export function matroskaSeconds(file: ByteReader): number | undefined {
  const head = file.bytes.subarray(0, HEAD_BYTES);
  const info = INFO.find(head, 0);
  if (info === -1) return undefined;
  const at = SCALE.find(head, info);
  const scale = at === -1 ? SCALE_DEFAULT : readUnsigned(file, at + 3);
  const duration = DURATION.find(head, info);
  const told = duration === -1 ? Number.NaN : readFloat(file, duration + 2);
  const ticks = told > 0 ? told : lastCluster(file);
  if (ticks === undefined) return undefined;
  return (ticks * scale) / 1e9 + (told > 0 ? 0 : LAST_CLUSTER_SECONDS);
}

function lastCluster(file: ByteReader): number | undefined {
  let last: number | undefined;
  for (let at = CLUSTER.find(file.bytes, 0); at !== -1; at = CLUSTER.find(file.bytes, at + 4)) {
    const end = Math.min(file.length, at + 4 + CLUSTER_HEAD_BYTES);
    for (let place = at + 5; place < end; place++) {
      if (file.u8(place) !== TIMESTAMP) continue;
      last = Math.max(last ?? 0, readUnsigned(file, place + 1));
      break;
    }
  }
  return last;
}

/** A whole number preceded by its size of 1 to 8 bytes. */
function readUnsigned(file: ByteReader, at: number): number {
  const size = Math.min(8, file.u8(at) & 0x7f);
  let value = 0;
  for (let index = 1; index <= size; index++) value = value * 256 + file.u8(at + index);
  return value;
}

function readFloat(file: ByteReader, at: number): number {
  const size = file.u8(at) & 0x7f;
  if ((size !== 4 && size !== 8) || at + 1 + size > file.length) return Number.NaN;
  const { bytes } = file;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at + 1, size);
  return size === 4 ? view.getFloat32(0) : view.getFloat64(0);
}
