import type { Writable } from 'node:stream';

/**
 * Writes lines to a stream of the process. Once its reader is gone (`tollgate help | head`), lines are
 * dropped and the command continues to its end: its work must not stop halfway for lack of a reader.
 */
export function writeLines(stream: Writable): (line: string) => void {
  let isOpen = true;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    isOpen = false;
  });
  return (line) => {
    if (isOpen) stream.write(`${line}\n`);
  };
}
