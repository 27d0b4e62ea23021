import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './run.ts';

const SOURCES = [
  'apps/console/src',
  'apps/console/index.html',
  'apps/console/vite.config.ts',
  'packages/contract/src',
  'packages/pricing/src',
  'packages/i18n/src',
  'package-lock.json',
];
const STAMP = 'apps/console/dist/.sources';

function* filesUnder(path: string): Generator<string> {
  const full = join(ROOT, path);
  try {
    for (const entry of readdirSync(full, { withFileTypes: true }).sort((left, right) =>
      left.name < right.name ? -1 : 1,
    )) {
      if (entry.isDirectory()) yield* filesUnder(`${path}/${entry.name}`);
      else yield `${path}/${entry.name}`;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') throw error;
    yield path;
  }
}

/** A hash over everything that the console is built from. */
function hashSources(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES)
    for (const file of filesUnder(source)) hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

/** Builds the console when its sources changed since the last build. Throws when the build fails. */
export async function buildConsole(): Promise<void> {
  const stamp = join(ROOT, STAMP);
  const sources = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  process.stdout.write('Building the console …\n');
  const { code, output } = await run('vite', ['build', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'apps/console'),
    quiet: true,
  });
  if (code !== 0) throw new Error(`the console could not be built\n${output}`);
  writeFileSync(stamp, sources);
}
