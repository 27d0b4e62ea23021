import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** A file by name, with its text. */
export interface TextFile {
  name: string;
  text: string;
}

/** The files as a gzip-compressed tar archive, piece by piece, in a folder of this name. */
export function packFiles(
  folder: string,
  files: readonly TextFile[],
  modifiedAt: Date,
): AsyncIterable<Buffer> {
  const archive = pack();
  for (const { name, text } of files)
    archive.entry({ name: `${folder}/${name}`, mtime: modifiedAt, mode: 0o600 }, text);
  archive.finalize();
  return archive.pipe(createGzip()) as AsyncIterable<Buffer>;
}
