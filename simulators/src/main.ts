import { parseArgs } from 'node:util';
import { startOpenAiSimulator } from './openai-simulator.ts';
import { startPaymentSimulators } from './payments/payment-simulators.ts';
import { startVendorSimulators, VENDORS } from './vendor-simulators.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    /** An accepted key, repeatable; all keys if absent. */
    key: { type: 'string', multiple: true },
    /** All vendors, on the port and those after it, and payment providers; otherwise only OpenAI. */
    all: { type: 'boolean', default: false },
  },
});
const port = Number(values.port);
const simulators = values.all
  ? await startVendorSimulators(port)
  : [await startOpenAiSimulator({ port, ...(values.key ? { apiKeys: values.key } : {}) })];
for (const [index, { url }] of simulators.entries())
  process.stdout.write(`simulator of ${VENDORS[index]} on ${url}\n`);
const payments = values.all ? await startPaymentSimulators(port) : [];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(
    signal,
    () => void Promise.all([...simulators, ...payments].map((each) => each.close())),
  );
