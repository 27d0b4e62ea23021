import type { Dialect } from '@tollgate/dialects';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WIRES } from '../../../test-support/dialect-wires.ts';
import {
  type EndedCallScene,
  startEndedCallScene,
} from '../../../test-support/ended-call-scene.ts';
import { CHAT_DIALECTS } from '@tollgate/contract';

/** Dialects that can report the finish reason separately from the usage. */
const TARGETS: Dialect[] = ['openai-chat', 'anthropic-messages', 'gemini-generate'];
const PAIRS = CHAT_DIALECTS.flatMap((from) => TARGETS.map((to): [Dialect, Dialect] => [from, to]));

const scenes: EndedCallScene[] = [];
const open = async (setting: Record<string, unknown>) => {
  const scene = await startEndedCallScene({ setting });
  scenes.push(scene);
  return scene;
};
afterAll(() => Promise.all(scenes.map((scene) => scene.close())));

describe.each(PAIRS)(
  'a client of %s that disconnects %s after receiving the finish reason',
  (from, to) => {
    let scene: EndedCallScene;
    beforeAll(async () => {
      scene = scenes[0] ?? (await open({ on_client_gone: 'abort' }));
    });

    test('pays the usage that arrives afterwards', async () => {
      const wire = WIRES[to];
      const { client, call } = await scene.call(from, to, true);
      call.begin();
      await call.write(wire.start() + wire.text('Hello there ') + wire.finish());
      await client.read('Hello there');
      await scene.leave(client);
      call.end(wire.usage({ prompt: 60, completion: 8000 }) + wire.last());
      const row = await scene.row();
      expect(row).toMatchObject({ prompt_tokens: 60, completion_tokens: 8000 });
      expect(row.other).toMatchObject({ end: 'client_gone', drained: 'whole' });
      expect(row.other).not.toHaveProperty('estimated');
    });
  },
);

test('after a disconnect before the finish reason, the usage is not waited for', async () => {
  const scene = scenes[0] ?? (await open({ on_client_gone: 'abort' }));
  const wire = WIRES['openai-chat'];
  const { client, call } = await scene.call('openai-chat', 'openai-chat', true);
  call.begin();
  await call.write(wire.start() + wire.text('Hello there '));
  await client.read('Hello there');
  client.leave();
  await call.hungUp;
  expect((await scene.row()).other).not.toHaveProperty('drained');
});
