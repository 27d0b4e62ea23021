import { buildConsole } from './build-console.ts';
import { requireNode } from './require-node.ts';
import { start } from './run.ts';

requireNode();
await buildConsole();
const gateway = start('node', ['apps/gateway/src/main.ts']);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => gateway.kill(signal));
gateway.on('close', (code) => process.exit(code ?? 1));
