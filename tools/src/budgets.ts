import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './repository.ts';

const KIB = 1024;

/** Rule 22 of the console's rules; all sizes as sent to a browser that accepts brotli. */
export const BUDGETS = {
  /** All JavaScript that the first paint of any page waits for, React included. */
  entry: 152 * KIB,
  /** The chunk that most pages share, without `plain`. */
  shared: 78 * KIB,
  /** The shared part that visitor pages need too. */
  plain: 25 * KIB,
  /** All JavaScript that a visitor page waits for. */
  visitor: 180 * KIB,
  /** A chunk loaded later: a page, or code shared by pages. */
  page: 45 * KIB,
  /** A chunk of the charts, which only pages with charts load. */
  charts: 135 * KIB,
  /** All style sheets together. */
  css: 40 * KIB,
} as const;

/** Entry pages of a site: first-time visitors have nothing cached. */
const VISITOR_PAGES = ['home', 'login', 'register'].map((page) => `src/pages/${page}/page.tsx`);

export interface Chunk {
  file: string;
  name?: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}
/** The manifest that Vite writes with the build: chunks by source path or by name. */
export type Manifest = Record<string, Chunk>;

export interface Weight {
  what: string;
  bytes: number;
  limit: number;
}

/**
 * Measures a built console: the entry with everything it imports, the total of each visitor page, every other
 * chunk, all style sheets. `sizeOf` returns the bytes sent for a file of the build. Throws if there is no
 * entry.
 */
export function weighConsole(manifest: Manifest, sizeOf: (file: string) => number): Weight[] {
  const chunks = Object.values(manifest);
  const entries = chunks.filter(({ isEntry }) => isEntry);
  if (entries.length === 0) throw new Error('The build has no entry.');
  const first = closureOf(manifest, entries);
  const scripts = (list: Iterable<Chunk>) =>
    [...new Set([...list].map(({ file }) => file))].filter((file) => file.endsWith('.js'));
  const sum = (files: readonly string[]) => files.reduce((total, file) => total + sizeOf(file), 0);
  const later = chunks.filter((chunk) => !first.has(chunk) && chunk.file.endsWith('.js'));
  const styles = chunks.flatMap(({ file, css = [] }) => [file, ...css]);
  const sheets = [...new Set(styles)].filter((file) => file.endsWith('.css'));
  return [
    { what: 'entry', bytes: sum(scripts(first)), limit: BUDGETS.entry },
    { what: 'css', bytes: sum(sheets), limit: BUDGETS.css },
    ...VISITOR_PAGES.filter((page) => manifest[page]).map((page) => ({
      what: `all of ${page}`,
      bytes: sum(scripts(closureOf(manifest, [...entries, manifest[page] as Chunk]))),
      limit: BUDGETS.visitor,
    })),
    ...later.map((chunk) => ({
      what: chunk.src ?? chunk.name ?? chunk.file,
      bytes: sizeOf(chunk.file),
      limit: limitOf(chunk),
    })),
  ];
}

/** Throws with one line per part of the built console that exceeds its budget. */
export async function checkBudgets(root = repositoryRoot): Promise<void> {
  const dist = join(root, 'apps/console/dist');
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const over = weighConsole(manifest, (file) => bytesSent(join(dist, file))).filter(
    ({ bytes, limit }) => bytes > limit,
  );
  if (over.length > 0) throw new Error(over.map(describe).join('\n'));
}

/** Returns the size of the compressed copy that the gateway serves, or of the file if there is none. */
function bytesSent(path: string): number {
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

function describe({ what, bytes, limit }: Weight): string {
  return `${what}: ${(bytes / KIB).toFixed(1)} KiB are sent, at most ${limit / KIB} are allowed`;
}

function limitOf({ name = '', src = '' }: Chunk): number {
  if (/charts?\b/i.test(name) || /charts?\b/i.test(src)) return BUDGETS.charts;
  return name === 'shared' || name === 'plain' ? BUDGETS[name] : BUDGETS.page;
}

/** Returns the chunks and everything they import statically. */
function closureOf(manifest: Manifest, roots: readonly Chunk[]): Set<Chunk> {
  const chunks = new Set<Chunk>();
  const queue = [...roots];
  for (let chunk = queue.pop(); chunk; chunk = queue.pop()) {
    if (chunks.has(chunk)) continue;
    chunks.add(chunk);
    for (const key of chunk.imports ?? []) {
      const imported = manifest[key];
      if (imported) queue.push(imported);
    }
  }
  return chunks;
}
