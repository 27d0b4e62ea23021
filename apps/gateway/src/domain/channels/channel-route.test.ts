import { expect, test } from 'vitest';
import { heapGrowth } from '../../../test-support/heap-growth.ts';
import type { RuntimeChannel } from './channel-catalog.ts';
import { routeCall } from './channel-route.ts';

test('the route of a model named in a path keeps nothing else of its request in memory', async () => {
  const channel = { provider: undefined } as unknown as RuntimeChannel;
  const growth = await heapGrowth(() => {
    for (let count = 0; count < 1000; count += 1) {
      const head = Buffer.alloc(16_000, `POST /v1beta/models/gemini-${count}`).toString('latin1');
      const model = `${head.slice(-40)}${count}`;
      routeCall(channel, { kind: 'chat', model, dialect: 'gemini-generate' });
    }
  });
  expect(routeCall(channel, { kind: 'chat', model: 'm', dialect: 'openai-chat' })).toBeUndefined();
  expect(growth).toBeLessThan(8_000_000);
});
