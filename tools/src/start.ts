import { ensureConsole } from './console-build.ts';
import { requireNode } from './process/require-node.ts';
import { join } from 'node:path';
import { printLine } from './process/progress.ts';
import { repositoryRoot } from './repository.ts';

/** `npm start`: the console is built if its sources changed, then the gateway takes this process over. */
requireNode();
try {
  if (await ensureConsole()) printLine('The console was built.');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
startGateway(join(repositoryRoot, 'apps/gateway/src/main.ts'));

/**
 * Becomes the gateway rather than its parent: signals, the process id and the exit code are its
 * own, with nothing between that could lose them. Systems without exec load it in this process.
 */
function startGateway(main: string): void {
  if (process.platform === 'win32') void import(main);
  else process.execve?.(process.execPath, [process.execPath, main, ...process.argv.slice(2)]);
}
