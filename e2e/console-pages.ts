import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', 'apps', 'console', 'src', 'pages');
const ENTRY = /path: (?:'([^']+)'|(\w+)),\s+title: '\w+',\s+access: '(\w+)'/g;

export interface ConsolePage {
  /** May contain parameters such as `$id`. */
  path: string;
  access: string;
}

/** Returns the pages of the console from its table: new pages are included automatically. */
export function listConsolePages(): ConsolePage[] {
  const constants = new Map(
    [...read('paths.ts').matchAll(/(\w+) = '([^']+)'/g)].map(([, name = '', path = '']) => [
      name,
      path,
    ]),
  );
  const files = globSync(['*-pages.ts', '*/entry.ts'], { cwd: FOLDER }).toSorted();
  return files.flatMap((file) =>
    [...read(file).matchAll(ENTRY)].map(([, path, constant = '', access = '']) => ({
      path: path ?? constants.get(constant) ?? '',
      access,
    })),
  );
}

const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
