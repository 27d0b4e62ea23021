import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** A text file. */
export interface TextFile {
  name: string;
  text: string;
}

/** Packs files into a gzip-compressed tar archive, in a folder of this name; yields it in chunks. */
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
