import { ensureConsole } from './console-build.ts';
import { ensureGateway } from './gateway-build.ts';
import { printLine } from './process/progress.ts';
import { requireNode } from './process/require-node.ts';

/**
 * `npm run build`: builds console and gateway for setups not started with `npm start`, such as the systemd
 * unit.
 */
requireNode();
printLine((await ensureConsole()) ? 'The console was built.' : 'The console is up to date.');
printLine((await ensureGateway()) ? 'The gateway was built.' : 'The gateway is up to date.');
