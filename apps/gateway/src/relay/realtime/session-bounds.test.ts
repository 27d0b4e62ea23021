import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { RealtimeTestSession } from '../../../test-support/realtime-test-session.ts';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

const MODEL = 'gpt-realtime';

let scene: RelayScene;
let open: RealtimeTestSession | undefined;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.channel('sk-live', { models: MODEL });
});
afterEach(async () => {
  await open?.leave();
  open = undefined;
});
afterAll(() => scene.close());

async function begin(): Promise<RealtimeTestSession> {
  open = new RealtimeTestSession({ url: scene.gateway.url, secret: scene.secret, model: MODEL });
  await open.until('session.created');
  return open;
}

test('a session whose upstream claims excessive tokens pays what a response can have used', async () => {
  const session = await begin();
  session.ask({ prompt_tokens: 1e9, completion_tokens: 1e9 });
  await session.until('response.done');
  const [row] = await scene.logs();
  expect(row?.completion_tokens).toBe(4096);
  expect(row?.prompt_tokens).toBeLessThan(10_000);
  expect(row?.other['usage_claim']).toMatchObject({ completion_tokens: 1e9 });
});
