import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from './run.ts';
import type { Counts } from './steps.ts';

const KIB = 1024;
/** Gzipped bytes that a browser may have to load (console.md, rule 22). */
const BUDGETS = { entry: 240 * KIB, chunk: 45 * KIB, css: 40 * KIB };

const DIST = join(ROOT, 'apps/console/dist');
const sizeOf = (file: string) => gzipSync(readFileSync(join(DIST, 'assets', file))).length;

/** What the page itself loads: the files that index.html names, and what those import. */
function entryFiles(): Set<string> {
  const html = readFileSync(join(DIST, 'index.html'), 'utf8');
  const files = new Set([...html.matchAll(/assets\/([\w.-]+\.js)/g)].map(([, file]) => file as string));
  for (const file of files) {
    const text = readFileSync(join(DIST, 'assets', file), 'utf8');
    for (const [, imported] of text.matchAll(/(?:from|import)\s?["']\.\/([\w.-]+\.js)["']/g))
      files.add(imported as string);
  }
  return files;
}

/** Compares the built console with its budgets. */
export function checkBudgets(): Counts {
  const all = readdirSync(join(DIST, 'assets'));
  const entry = entryFiles();
  const rows: [string, number, number][] = [
    ['entry', [...entry].reduce((sum, file) => sum + sizeOf(file), 0), BUDGETS.entry],
    ['css', all.filter((file) => file.endsWith('.css')).reduce((sum, file) => sum + sizeOf(file), 0), BUDGETS.css],
    ...all
      .filter((file) => file.endsWith('.js') && !entry.has(file))
      .map((file): [string, number, number] => [file, sizeOf(file), BUDGETS.chunk]),
  ];
  const over = rows.filter(([, size, budget]) => size > budget);
  for (const [name, size, budget] of rows.slice(0, 2))
    process.stdout.write(`budget ${name}: ${(size / KIB).toFixed(1)} of ${budget / KIB} KiB\n`);
  for (const [name, size, budget] of over)
    process.stdout.write(`FAIL budget ${name}: ${(size / KIB).toFixed(1)} of ${budget / KIB} KiB\n`);
  return { passed: over.length === 0 ? 1 : 0, failed: over.length === 0 ? 0 : 1, skipped: 0 };
}
