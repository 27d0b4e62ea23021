import { pathToFileURL } from 'node:url';
import { ensureConsole } from './console-build.ts';
import { BUILT_MAIN, ensureGateway } from './gateway-build.ts';
import { printLine } from './process/progress.ts';
import { requireNode } from './process/require-node.ts';

/** `npm start`: builds what has changed, then replaces this process with the gateway. */
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
 * Replaces this process with the gateway rather than spawning it, so that signals, process id and exit code
 * need no forwarding. On systems without exec, the gateway is loaded into this process.
 */
function startGateway(main: string): void {
  if (process.platform === 'win32') void import(pathToFileURL(main).href);
  else process.execve?.(process.execPath, [process.execPath, main, ...process.argv.slice(2)]);
}
