import { endpoints } from '@tollgate/contract';
import type { FileSimulator, LineOutcome } from '@tollgate/simulators';
import type { ConsoleClient } from '@tollgate/tools';
import { setTimeout as pause } from 'node:timers/promises';
import { submitBatch } from '../submit-batch.ts';

const KEY = 'sk-showcase';
const MODEL = 'gpt-4.1';
const BODY = {
  model: MODEL,
  max_tokens: 400,
  messages: [{ role: 'user', content: 'Sum up.' }],
};
const SETTLED_WITHIN_MS = 60_000;
const LOOK_MS = 500;

/** Outcome of a batch at its provider. */
type Fate = 'completed' | 'expired' | 'running' | 'waiting';

const BATCHES: readonly { username: string; lines: number; fate: Fate }[] = [
  { username: 'acme', lines: 480, fate: 'completed' },
  { username: 'alice', lines: 240, fate: 'completed' },
  { username: 'chen', lines: 120, fate: 'expired' },
  { username: 'alice', lines: 90, fate: 'running' },
  { username: 'alice', lines: 60, fate: 'waiting' },
];

/** Usage of a batch's line; one in sixty fails. */
export const runLine = (_line: unknown, index: number): LineOutcome =>
  index % 60 === 59
    ? { error: 'The model is overloaded.' }
    : { prompt: 1_800 + (index % 7) * 90, completion: 220 + (index % 5) * 30 };

interface BatchSite {
  url: string;
  root: ConsoleClient;
  clientOf(username: string): Promise<ConsoleClient>;
  batches: FileSimulator;
}

/**
 * Submits batches with every outcome to a separate channel; returns a function that brings the outcomes
 * about.
 */
export async function submitBatches(site: BatchSite): Promise<() => Promise<void>> {
  const { url, root, clientOf, batches } = site;
  await root.call(endpoints.createChannel, {
    body: {
      name: 'OpenAI batches',
      type: 1,
      key: KEY,
      base_url: batches.url,
      models: MODEL,
      group: 'default,vip,svip',
      // Files go to a group's first channel.
      priority: 30,
    },
  });
  const sent: { id: string; lines: number; fate: Fate }[] = [];
  for (const { username, lines, fate: outcome } of BATCHES) {
    const client = await clientOf(username);
    const { key } = await client.call(endpoints.createToken, {
      body: { name: 'nightly', unlimited_quota: true },
    });
    await submitBatch(
      { url: `${url}/v1`, key: key.startsWith('sk-') ? key : `sk-${key}` },
      Array.from({ length: lines }, (_none, index) => ({ id: `report-${index + 1}`, body: BODY })),
    );
    const upstream = batches.batches().at(-1);
    if (upstream) sent.push({ id: upstream.id, lines, fate: outcome });
  }
  return async () => {
    for (const { id, lines, fate: outcome } of sent) {
      if (outcome !== 'waiting') batches.begin(id);
      if (outcome === 'completed') batches.end(id);
      if (outcome === 'expired') batches.end(id, 'expired', Math.round(lines * 0.7));
    }
    await waitUntilSettled(root);
  };
}

/** The gateway polls providers every few seconds. */
async function waitUntilSettled(root: ConsoleClient): Promise<void> {
  const ended = BATCHES.filter(
    ({ fate: outcome }) => outcome !== 'running' && outcome !== 'waiting',
  ).length;
  for (let waited = 0; waited < SETTLED_WITHIN_MS; waited += LOOK_MS) {
    const { items } = await root.call(endpoints.listBatches, { query: {} });
    if (items.filter(({ ended_at }) => ended_at > 0).length >= ended) return;
    await pause(LOOK_MS);
  }
}
