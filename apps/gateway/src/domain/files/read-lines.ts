import { asBuffer } from '../../platform/as-buffer.ts';
import { ChunkList } from '../../platform/chunk-list.ts';

const LINE_FEED = 0x0a;

/** A line that exceeds the limit; its remainder was not read. */
export class LineTooLong extends Error {
  /** Counted from 1. */
  readonly line: number;

  constructor(line: number) {
    super(`line ${line} is too long`);
    this.line = line;
  }
}

/**
 * Splits a text that arrives in chunks into lines without their line feeds; an empty last line is skipped.
 * Buffers one line and one chunk. Linear time. For a line that exceeds the limit, calls `onLongLine` with its
 * length only; without `onLongLine`, throws LineTooLong.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  onLongLine?: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const parts = new ChunkList();
  let size = 0;
  let line = 1;
  const add = (part: Buffer) => {
    size += part.length;
    if (size <= maxBytes) return parts.push(part);
    if (!onLongLine) throw new LineTooLong(line);
    parts.clear();
  };
  const take = (): Buffer | undefined => {
    const isLong = size > maxBytes;
    if (isLong) onLongLine?.(size);
    size = 0;
    line += 1;
    return isLong ? undefined : parts.take();
  };
  for await (const input of chunks) {
    const chunk = asBuffer(input);
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      add(chunk.subarray(from, end));
      const whole = take();
      if (whole) yield whole;
      from = end + 1;
    }
    if (from < chunk.length) add(chunk.subarray(from));
  }
  const rest = size > 0 ? take() : undefined;
  if (rest) yield rest;
}
