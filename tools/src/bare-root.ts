import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asImage, asPackage, asUnit, fromRepository, lintFiles } from './bare-root/ways.ts';
import { exitOnSignals } from './process/kill-at-exit.ts';
import { printHeading, printLine } from './process/progress.ts';
import { requireNode } from './process/require-node.ts';
import { DEBOOTSTRAP, obtainProgram } from './servers/find-program.ts';

/**
 * `npm run bare-root [-- unit lint …]`: installs Tollgate by its manual in bare Debian root directories, in
 * every way that works without a container engine, and types the first hour in each. Requires root,
 * debootstrap (installed on Debian) and a quarter of an hour.
 */
requireNode();
exitOnSignals();
if (process.getuid?.() !== 0) {
  process.stderr.write('Only root can make a Debian in a folder.\n');
  process.exit(1);
}
if ((await obtainProgram(DEBOOTSTRAP)) === undefined) process.exit(1);
const selected = new Set(process.argv.slice(2));
const isWanted = (name: string) => selected.size === 0 || selected.has(name);
const folder = mkdtempSync(join(tmpdir(), 'tollgate-bare-root-'));
const run = { folder, print: (text: string) => printLine(text.replaceAll(/^/gm, '  ')) };
try {
  if (isWanted('repository') || isWanted('package')) {
    printHeading('From the repository');
    const newcomer = await fromRepository(run);
    if (isWanted('package')) {
      printHeading('As an npm package');
      await asPackage(run, newcomer);
    }
  }
  if (isWanted('image')) {
    printHeading('As the image');
    await asImage(run);
  }
  if (isWanted('unit')) {
    printHeading('As a unit of systemd');
    await asUnit(run);
  }
  if (isWanted('lint')) {
    printHeading('The files of deploy/');
    await lintFiles(run);
  }
  printLine('\nEvery step works as written.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
