import { parseArgs } from 'node:util';
import { startOpenAiSimulator } from './openai-simulator.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '4010' } } });
const simulator = await startOpenAiSimulator({ port: Number(values.port) });
process.stdout.write(`OpenAI simulator on ${simulator.url}\n`);
