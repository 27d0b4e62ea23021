import { CHAT_DIALECTS } from '@tollgate/contract';
import type { Dialect } from '@tollgate/dialects';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DialectScene,
  MODEL_OF,
  startDialectScene,
} from '../../../test-support/dialect-scene.ts';
import { TOOLS } from '../../../test-support/pair-cases.ts';

/** Every client, beginning at one upstream and going on at another. */
const MOVES = CHAT_DIALECTS.flatMap((client) =>
  CHAT_DIALECTS.flatMap((first) =>
    CHAT_DIALECTS.filter((second) => second !== first).map(
      (second): [Dialect, Dialect, Dialect] => [client, first, second],
    ),
  ),
);
/** Asks for thoughts and two calls of tools, at every upstream. */
const TEXT = JSON.stringify({ sim: { thinking: 'Let me think.' }, say: 'call tool' });
const DONE = 'Hello from the simulator.';

let scene: DialectScene;
beforeAll(async () => {
  scene = await startDialectScene();
});
afterAll(() => scene.close());

describe.each(MOVES)('a client of %s that goes from %s to %s', (from, first, second) => {
  test.each([false, true])(
    'gets its tool results read there and goes back with all of it (stream: %s)',
    async (stream) => {
      const client = scene.clients[from];
      const question = { text: TEXT, tools: TOOLS, thinks: true, stream };
      const results = ['a', 'b'];
      const begun = await client.ask({ ...question, model: MODEL_OF[first] });
      expect(begun.calls.map(({ name }) => name)).toEqual(TOOLS);
      for (const { id } of begun.calls) expect(id).toMatch(/^[\w-]{1,40}$/);

      const moved = await client.ask({
        ...question,
        model: MODEL_OF[second],
        after: { answer: begun, results },
      });
      expect(moved).toMatchObject({ text: DONE, calls: [] });

      const earlier = { answer: begun, results };
      const back = await client.ask({
        ...question,
        model: MODEL_OF[first],
        after: { earlier, answer: moved, results: [], text: 'And now?' },
      });
      expect(back.text).toBe(DONE);
      for (const dialect of [first, second])
        expect(scene.simulators[dialect].requests.at(-1)?.body).not.toMatch(/tg1\.|dGcxL/);
    },
  );
});
