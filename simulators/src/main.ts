import { parseArgs } from 'node:util';
import { startOpenAiSimulator } from './openai-simulator.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    /** Accepted key, as often as wanted; all keys without it. */
    key: { type: 'string', multiple: true },
  },
});
const simulator = await startOpenAiSimulator({
  port: Number(values.port),
  ...(values.key ? { apiKeys: values.key } : {}),
});
process.stdout.write(`OpenAI simulator on ${simulator.url}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void simulator.close());
