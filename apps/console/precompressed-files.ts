import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Compressible file types; fonts and images are already compressed. */
const KINDS = new Set(['.js', '.css', '.svg', '.json', '.html']);
/** Below this size, in bytes, compression saves less than a packet. */
const BYTES_MIN = 512;

/**
 * Writes `.br` and `.gz` next to every file of the build at maximum compression, so that the gateway only
 * picks one.
 */
export function precompressedFiles(): Plugin {
  let folder = 'dist';
  return {
    name: 'tollgate:precompressed-files',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir, 'assets');
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const files = await readdir(folder);
        await Promise.all(files.map((file) => compressFile(join(folder, file))));
      },
    },
  };
}

/** Skips a compressed file that is not smaller; the plain one is sent then. */
async function compressFile(path: string): Promise<void> {
  if (!KINDS.has(extname(path))) return;
  const bytes = await readFile(path);
  if (bytes.length < BYTES_MIN) return;
  const brotli = await promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  const gzipped = await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION });
  if (brotli.length < bytes.length) await writeFile(`${path}.br`, brotli);
  if (gzipped.length < bytes.length) await writeFile(`${path}.gz`, gzipped);
}
