import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { readWebpSize } from './read-webp-size.ts';

const NAME = 'virtual:manual-screenshots';
const FOLDER = fileURLToPath(new URL('../../docs/images/manual', import.meta.url));

/**
 * Serves `virtual:manual-screenshots`: URL and size of every screenshot of the manual, by language and name.
 * The files are build assets, which browsers cache; the size reserves their space while they load.
 */
export function manualScreenshots(): Plugin {
  return {
    name: 'tollgate:manual-screenshots',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? writeModule() : undefined),
  };
}

function writeModule(): string {
  const files = globSync('*/*.webp', { cwd: FOLDER }).toSorted();
  const imports = files.map(
    (file, at) => `import url${at} from ${JSON.stringify(`${join(FOLDER, file)}?url`)};`,
  );
  const entries = files.map((file, at) => {
    const { width, height } = readWebpSize(readFileSync(join(FOLDER, file)));
    return `${JSON.stringify(file)}: { url: url${at}, width: ${width}, height: ${height} },`;
  });
  return [...imports, 'export const screenshots = {', ...entries, '};'].join('\n');
}
