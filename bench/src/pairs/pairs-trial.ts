import { join } from 'node:path';
import { BenchError } from '../bench-error.ts';
import { checkResponse } from '../check-response.ts';
import { LOAD_CORE } from '../cores.ts';
import { openConsole } from '../open-console.ts';
import type { Load } from '../run-wrk.ts';
import { setUpChannels } from '../set-up-channels.ts';
import { startGateway } from '../start-gateway.ts';
import { startNode } from '../start-node.ts';
import { type Sample, takeSample } from '../take-sample.ts';
import type { Trial } from '../trial.ts';
import { CLIENTS, isWholeFor } from './client-shapes.ts';
import { DIALECTS, type Pair, PAIRS } from './dialects.ts';
import { renderPairs } from './render-pairs.ts';
import { UPSTREAMS } from './upstream-shapes.ts';

const CONNECTIONS = 64;
const WARM_UP_SECONDS = 1;

/** Measures the cost of translation: every client dialect with every upstream dialect, streamed and not. */
export const pairsTrial: Trial = {
  name: 'pairs',
  title: 'Translation between dialects',
  options: { seconds: 1, rounds: 5 },
  async run(stage, { seconds = 1, rounds = 5 }, print) {
    const program = join(import.meta.dirname, 'pairs-mock-server.ts');
    const mock = await startNode({ stage, core: LOAD_CORE, args: [program] });
    const gateway = await startGateway(stage);
    try {
      const key = await setUpChannels(gateway.url, channelsOf(mock.url));
      await lowerPrices(gateway.url);
      const measured = PAIRS.map((pair) => ({ pair, samples: [] as Sample[] }));
      for (const { pair } of measured) await checkPair(pair, loadOf(pair, gateway.url, key, 1));
      for (const { pair } of measured)
        await takeSample(stage, gateway.pid, loadOf(pair, gateway.url, key, WARM_UP_SECONDS));
      for (let round = 1; round <= rounds; round += 1) {
        for (const { pair, samples } of measured)
          samples.push(
            await takeSample(stage, gateway.pid, loadOf(pair, gateway.url, key, seconds)),
          );
        print(`  round ${round} of ${rounds}`);
      }
      return [
        `One gateway on core 0, its channels of four types before one mock that answers in each upstream's shape; ${CONNECTIONS} connections. All pairs in turn, ${seconds} s each, ${rounds} rounds; medians. "× pass-through" is the CPU of a call in parts of what the same client's calls take where the upstream speaks its dialect. Before the rounds each pair's answer was checked for its text and usage in the client's shape.`,
        renderPairs(measured),
      ].join('\n\n');
    } finally {
      await gateway.stop();
      await mock.stop();
    }
  },
};

/** Makes calls nearly free: at list price the balance would be exhausted before the last round. */
async function lowerPrices(url: string): Promise<void> {
  const { call } = await openConsole(url);
  await call('PUT', '/api/option/', { key: 'GroupRatio', value: '{"default":0.001}' });
}

function channelsOf(mockUrl: string) {
  return DIALECTS.map((dialect) => ({
    type: UPSTREAMS[dialect].type,
    base_url: mockUrl,
    models: UPSTREAMS[dialect].model,
    setting: JSON.stringify({ dialect }),
  }));
}

function loadOf({ client, upstream, stream }: Pair, url: string, key: string, seconds: number) {
  const { path, headers, body } = CLIENTS[client];
  const { model } = UPSTREAMS[upstream];
  return {
    url: url + path(model, stream),
    headers: { ...headers(key), 'content-type': 'application/json' },
    body: JSON.stringify(body(model, stream)),
    connections: CONNECTIONS,
    seconds,
  };
}

async function checkPair({ client, upstream, stream }: Pair, call: Load): Promise<void> {
  try {
    await checkResponse({ ...call, isWhole: (text) => isWholeFor(client, stream, text) });
  } catch (error) {
    if (!(error instanceof BenchError)) throw error;
    throw new BenchError(
      `${client} → ${upstream}, ${stream ? 'streamed' : 'not streamed'}: ${error.message}`,
    );
  }
}
