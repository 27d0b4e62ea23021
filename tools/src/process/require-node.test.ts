import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'require-node-'));
  writeFileSync(join(root, 'package.json'), '{"devDependencies":{"node":"24.21.0"}}');
});
afterEach(() => rmSync(root, { recursive: true }));

/** Runs a command that takes itself to be run by Node 22 at first. */
function runUnderOldNode(): { status: number | null; stdout: string; stderr: string } {
  const file = join(root, 'command.mjs');
  const tested = new URL('require-node.ts', import.meta.url).href;
  writeFileSync(
    file,
    `import { requireNode } from ${JSON.stringify(tested)};
     const again = process.env.TOLLGATE_NODE_RESTARTED === '1';
     requireNode(${JSON.stringify(root)}, again ? process.versions.node : '22.18.0');
     console.log(again ? 'restarted' : 'went on', process.argv[2]);`,
  );
  return spawnSync(process.execPath, [file, 'word'], { encoding: 'utf8' });
}

test('under an older Node the command is restarted with the pinned one', () => {
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  symlinkSync(process.execPath, join(root, 'node_modules/.bin/node'));
  const { status, stdout } = runUnderOldNode();
  expect(stdout.trim()).toBe('restarted word');
  expect(status).toBe(0);
});

test('without the pinned Node it exits with one line that says what to do', () => {
  const { status, stderr } = runUnderOldNode();
  expect(stderr).toBe('Node 24.21.0 is needed, this is 22.18.0. Run `npm ci` first.\n');
  expect(status).toBe(1);
});
