import { ensureConsole } from './console-build.ts';
import { printLine } from './process/progress.ts';
import { requireNode } from './process/require-node.ts';

/** `npm run build`: builds the console for a gateway that is not started by `npm start`, as the systemd unit is. */
requireNode();
printLine((await ensureConsole()) ? 'The console was built.' : 'The console is up to date.');
