import { rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { repositoryRoot } from '../repository.ts';
import { BUNDLE } from './bundle-layout.ts';
import { lightHttp } from './light-http.ts';

const SOURCES = join(repositoryRoot, 'apps/gateway/src');
const CONSOLE = join(repositoryRoot, 'apps/console/dist');
const COMPILE_CACHE = join(repositoryRoot, 'node_modules/.cache/node');

/** Programs of the gateway: those people start, and those it starts itself as threads. */
const PROGRAMS = [
  'main.ts',
  'cli.ts',
  'store/sqlite-reader/sqlite-reader-thread.ts',
  'store/sqlite-checkpoint-worker.ts',
];

/** Packages that have to be installed next to the bundle: native code, and one loaded on demand. */
export const INSTALLED_PACKAGES: readonly string[] = ['better-sqlite3', 'ioredis'];

/**
 * Bundles the gateway, its CLI and all packages they use except the installed ones into a few JavaScript
 * files in `folder/gateway` (`main.js`, `cli.js`), so that a start reads 20 files instead of 1,900. The
 * console is looked for in `folder/console`. Returns the paths of all bundled modules. Throws if a source
 * refers to a file by a URL that the bundle does not have.
 */
export async function bundleGateway(folder: string): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true });
  const bundle = await rolldown({
    input: Object.fromEntries(PROGRAMS.map((path) => [basename(path, '.ts'), join(SOURCES, path)])),
    platform: 'node',
    external: [...INSTALLED_PACKAGES, 'pg-native', 'cpu-features'],
    plugins: [ownFiles, lightHttp],
    logLevel: 'warn',
  });
  try {
    const { output } = await bundle.write({
      dir: join(folder, BUNDLE.programs),
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      // The release lists the licenses in a file of its own.
      comments: false,
      // Stack traces name functions and lines. Of a file with one Chinese character, V8 keeps every character in
      // two bytes: 16 MB in all.
      minify: {
        compress: false,
        mangle: false,
        codegen: { removeWhitespace: false, asciiOnly: true },
      },
    });
    return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  } finally {
    await bundle.close();
  }
}

const ADDRESS = /new URL\('([^']+)', import\.meta\.url\)/g;

/** Rewrites URLs that our sources resolve relative to themselves to their location in the bundle. */
const ownFiles: Plugin = {
  name: 'own-files',
  transform(code, id) {
    if (!id.startsWith(SOURCES) || !code.includes('import.meta')) return null;
    return code.replace(ADDRESS, (_all, path: string) => {
      const address = addressInBundle(resolve(dirname(id), path));
      return `new URL('${address}', import.meta.url)`;
    });
  },
};

/** Returns the URL relative to the programs' folder. */
function addressInBundle(path: string): string {
  if (path === CONSOLE) return `../${BUNDLE.console}`;
  if (path === COMPILE_CACHE) return `../${BUNDLE.compileCache}`;
  if (PROGRAMS.includes(relative(SOURCES, path))) return `./${basename(path, '.ts')}.js`;
  throw new Error(`${relative(repositoryRoot, path)} is not part of the bundle`);
}
