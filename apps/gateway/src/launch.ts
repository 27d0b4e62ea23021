#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `tollgate` of the npm package (`npx tollgate`). It may be started by a Node as old as 20; the gateway
 * itself then runs on the Node that comes with the package. Nothing newer may be used in this file.
 */
const NODE_NEEDED = 24;

if (Number(process.versions.node.split('.')[0]) >= NODE_NEEDED) await import('./cli.ts');
else runOnBundledNode();

function runOnBundledNode(): void {
  const node = findBundledNode();
  if (node === undefined) {
    process.stderr.write(
      `Tollgate needs Node ${NODE_NEEDED}; this is ${process.versions.node}, and the one of the package is not there.\n` +
        'Update Node, or install again with install scripts allowed for the package "node".\n',
    );
    process.exit(1);
  }
  const program = fileURLToPath(import.meta.url);
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl+C reaches both processes; a second signal would end the gateway before its calls have ended.
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT');
  });
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
  });
}

/** Finds the executable of the `node` package, if its install script has fetched it. */
function findBundledNode(): string | undefined {
  try {
    const require = createRequire(import.meta.url);
    const folder = join(dirname(require.resolve('node/package.json')), 'bin');
    return ['node.exe', 'node'].map((name) => join(folder, name)).find((path) => existsSync(path));
  } catch {
    return undefined;
  }
}
