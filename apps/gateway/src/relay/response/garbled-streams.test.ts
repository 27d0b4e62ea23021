import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeOf } from '../../../test-support/charge-of.ts';
import { WIRES } from '../../../test-support/dialect-wires.ts';
import {
  type EndedCallScene,
  startEndedCallScene,
} from '../../../test-support/ended-call-scene.ts';
import { PAIRS } from '../../../test-support/pair-cases.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';

const WORDS = Array.from({ length: 200 }, (_, index) => `word${index} `).join('');
const REPORTED = { prompt: 60, completion: 700 };
/** Endings that mark the response as complete. */
const GOOD_END = /\[DONE\]|"message_stop"|"response\.completed"|"finishReason":"STOP"/;

/** How far the gateway's monotonic clock is ahead; it never goes back. */
let skippedMs = 0;
const clock: Clock = { ...systemClock, elapsedMs: () => systemClock.elapsedMs() + skippedMs };

let scene: EndedCallScene;
beforeAll(async () => {
  scene = await startEndedCallScene({ clock });
  // Each of these calls fails; none may put the channel in cooldown for the next.
  await scene.gateway.setOption('ChannelCooldownEnabled', 'false');
});
afterAll(() => scene.close());

describe.each(PAIRS)(
  'the client of %s before an upstream of %s that garbles its stream',
  (from, to) => {
    const wire = WIRES[to];

    test.each([
      ['cut short', (event: string) => `${event.trimEnd().slice(0, -3)}\n\n`],
      ['without its beginning', (event: string) => event.replace(/data: \{.{4}/, 'data: ')],
      ['with a bare word in it', (event: string) => event.replace('"MARK"', 'MARK')],
    ])('gets an error for an event %s, and pays for what was delivered', async (_how, garble) => {
      const { client, call } = await scene.call(from, to, true);
      call.begin();
      await call.write(wire.start() + wire.text(WORDS) + wire.text(WORDS));
      await client.read('word199');
      call.end(garble(wire.text('MARK')) + wire.finish() + wire.usage(REPORTED) + wire.last());
      const text = await client.readAll();
      expect(text).toContain('error');
      expect(text).not.toMatch(GOOD_END);
      const numbers = [...text.matchAll(/"sequence_number":(\d+)/g)].map(([, number]) =>
        Number(number),
      );
      expect(numbers, 'events are numbered to the error').toEqual(
        numbers.map((_, index) => (numbers[0] ?? 0) + index),
      );
      const row = await scene.row();
      expect(row.other).toMatchObject({ end: 'interrupted', estimated: true });
      expect(row.completion_tokens).toBeGreaterThan(300);
      expect(row.quota).toBe(chargeOf(row));
      const { body } = await scene.gateway.root.call(
        'GET',
        `/api/channel/health/${scene.channels[to]}`,
      );
      expect(body.data['last_fault']).toMatchObject({
        what: expect.stringContaining('bad-response'),
      });
    });

    test('gets its end although the upstream pings on and never closes the stream', async () => {
      const { client, call } = await scene.call(from, to, true);
      call.begin();
      await call.write(
        wire.start() + wire.text(WORDS) + wire.finish() + wire.usage(REPORTED) + wire.last(),
      );
      await client.read('word199');
      const end = client.readAll();
      const pings = setInterval(() => {
        skippedMs += 30_000;
        void call.write(': ping\n\n').catch(() => {});
      }, 20);
      expect(await end.finally(() => clearInterval(pings))).toMatch(GOOD_END);
      await call.hungUp;
      const row = await scene.row();
      expect(row.other).not.toHaveProperty('end');
      expect(row.completion_tokens).toBe(REPORTED.completion);
    });

    test('ignores comments and keep-alives', async () => {
      const { client, call } = await scene.call(from, to, true);
      call.begin();
      const alive = ': keep-alive\n\ndata: ping\n\ndata:\n\n';
      call.end(
        wire.start() +
          alive +
          wire.text(WORDS) +
          wire.finish() +
          wire.usage(REPORTED) +
          wire.last(),
      );
      await client.readAll();
      const row = await scene.row();
      expect(row).toMatchObject({ prompt_tokens: 60, completion_tokens: 700 });
      expect(row.other).not.toHaveProperty('end');
    });

    test('that garbles its first event fails over or gets an error, and pays nothing', async () => {
      const { client, call } = await scene.call(from, to, true);
      call.begin();
      call.end(`data: {"choices":[{\n\n${wire.text(WORDS)}`);
      expect(await client.status()).toBeGreaterThanOrEqual(500);
      expect(await scene.row()).toMatchObject({ type: 5, quota: 0 });
    });
  },
);
