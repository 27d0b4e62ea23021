import { ensureConsole } from './console-build.ts';
import { ensureGateway } from './gateway-build.ts';
import { printLine } from './process/progress.ts';
import { requireNode } from './process/require-node.ts';

/** `npm run build`: builds console and gateway for what is not started by `npm start`, as the systemd unit is. */
requireNode();
printLine((await ensureConsole()) ? 'The console was built.' : 'The console is up to date.');
printLine((await ensureGateway()) ? 'The gateway was built.' : 'The gateway is up to date.');
