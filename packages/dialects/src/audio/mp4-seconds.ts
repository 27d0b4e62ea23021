import type { ByteReader } from './byte-reader.ts';

interface Box {
  readonly start: number;
  readonly end: number;
}

/**
 * The length that the movie header of an MP4 file declares; undefined where it leaves that to its
 * fragments.
 */
export function mp4Seconds(file: ByteReader): number | undefined {
  const movie = findBox(file, 'moov', { start: 0, end: file.length });
  const header = movie && findBox(file, 'mvhd', movie);
  if (!header) return undefined;
  const { start } = header;
  const isLong = file.u8(start) === 1;
  const scale = file.u32(start + (isLong ? 20 : 12));
  const duration = isLong ? file.u64(start + 24) : file.u32(start + 16);
  const unknown = duration === 0 || duration === 0xffffffff;
  return scale > 0 && !unknown ? duration / scale : undefined;
}

/** The content of the first box of a kind. */
function findBox(file: ByteReader, kind: string, { start, end }: Box): Box | undefined {
  for (let at = start; at + 8 <= end;) {
    const size = file.u32(at);
    const isLong = size === 1;
    const length = isLong ? file.u64(at + 8) : size === 0 ? end - at : size;
    const head = isLong ? 16 : 8;
    if (length < head) return undefined;
    if (file.has(at + 4, kind)) return { start: at + head, end: Math.min(end, at + length) };
    at += length;
  }
  return undefined;
}
