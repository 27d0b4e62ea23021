import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';

/**
 * Restarts the command with the Node pinned in package.json if an older one runs it (a command typed manually
 * rather than through npm). Exits with one clear line if the pinned Node is missing. Node below 22.18 can't
 * read TypeScript and never gets here: npm scripts avoid it because they look in node_modules/.bin first.
 */
export function requireNode(root = repositoryRoot, running = process.versions.node): void {
  const pinned = pinnedVersion(root);
  if (majorOf(running) >= majorOf(pinned)) return;
  const binary = join(root, 'node_modules/.bin/node');
  if (!existsSync(binary) || process.env.TOLLGATE_NODE_RESTARTED === '1') {
    process.stderr.write(`Node ${pinned} is needed, this is ${running}. Run \`npm ci\` first.\n`);
    process.exit(1);
  }
  const env = { ...process.env, TOLLGATE_NODE_RESTARTED: '1' };
  const { status } = spawnSync(binary, process.argv.slice(1), { stdio: 'inherit', env });
  process.exit(status ?? 1);
}

/** Returns the Node version of the root package.json, as `24.21.0`. */
export function pinnedVersion(root: string): string {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: { node: string };
  };
  return manifest.devDependencies.node;
}

function majorOf(version: string): number {
  return Number(version.split('.')[0]);
}
