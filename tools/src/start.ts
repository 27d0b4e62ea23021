import { pathToFileURL } from 'node:url';
import { ensureConsole } from './console-build.ts';
import { BUILT_MAIN, ensureGateway } from './gateway-build.ts';
import { printLine } from './process/progress.ts';
import { requireNode } from './process/require-node.ts';

/** `npm start`: what has changed is built, then the gateway takes this process over. */
requireNode();
try {
  if (await ensureConsole()) printLine('The console was built.');
  if (await ensureGateway()) printLine('The gateway was built.');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
startGateway(BUILT_MAIN);

/**
 * Becomes the gateway rather than its parent: signals, the process id and the exit code are its
 * own, with nothing between that could lose them. Systems without exec load it in this process.
 */
function startGateway(main: string): void {
  if (process.platform === 'win32') void import(pathToFileURL(main).href);
  else process.execve?.(process.execPath, [process.execPath, main, ...process.argv.slice(2)]);
}
