import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatLine, submitBatch } from '../../../test-support/batch-lines.ts';
import { type FileScene, startFileScene } from '../../../test-support/file-scene.ts';
import { BatchPoller } from './batch-poller.ts';

let scene: FileScene;
/** Sends a line break every few milliseconds, endlessly. */
const dripping = createServer((_request, response) => {
  const drip = setInterval(() => response.write('\n'), 5);
  response.on('close', () => clearInterval(drip));
});
beforeAll(async () => {
  scene = await startFileScene();
  dripping.listen(0, '127.0.0.1');
  await once(dripping, 'listening');
});
afterAll(async () => {
  dripping.closeAllConnections();
  dripping.close();
  await scene.close();
});

test('reading an output that trickles endlessly stops, and a later, complete output settles the batch', async () => {
  const { domain } = scene.gateway.app;
  const { port } = dripping.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const fileTools: typeof domain.fileTools = {
    ...domain.fileTools,
    stream: (request) =>
      domain.fileTools.stream(request.url.endsWith('/content') ? { ...request, url } : request),
  };
  await submitBatch(await scene.person(), [chatLine()]);
  const { id } = scene.provider.batches()[0] as { id: string };
  scene.provider.begin(id);
  scene.provider.end(id);
  const { signal } = new AbortController();
  const unsettled = async () =>
    (await domain.store.db.selectFrom('batches').select('ended_at').execute()).filter(
      ({ ended_at: at }) => at === 0,
    ).length;
  scene.clock.advance(61_000);
  const pace = { bytes: 1024, ms: 100 };
  await new BatchPoller({ ...domain, fileTools }, { pace }).run(signal);
  expect(await unsettled()).toBe(1);
  scene.clock.advance(61_000);
  await new BatchPoller(domain, { pace }).run(signal);
  expect(await unsettled()).toBe(0);
});
