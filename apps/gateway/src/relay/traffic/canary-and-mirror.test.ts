import type { TrafficSide } from '@tollgate/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import {
  respond,
  type HedgeScene,
  MODEL,
  startHedgeScene,
  stream,
} from '../../../test-support/hedge-scene.ts';
import type { LoggedCall } from '../../../test-support/relay-scene.ts';
import type { ScriptedCall, ScriptedUpstream } from '../../../test-support/scripted-upstream.ts';
import { testOnce } from '../../../test-support/test-once.ts';

/** Responds to every call of an upstream in the same way. */
function serve(upstream: ScriptedUpstream, reply: (call: ScriptedCall) => void = respond) {
  const calls: ScriptedCall[] = [];
  let isOver = false;
  const loop = async () => {
    for (;;) {
      const call = await upstream.next();
      if (isOver) return;
      calls.push(call);
      reply(call);
    }
  };
  void loop();
  return { calls, end: () => void (isOver = true) };
}

const trafficOf = (row: LoggedCall) =>
  (row.other.admin_info as { traffic?: Record<string, Record<string, unknown>> }).traffic;

describe.each(databaseKinds)('traffic rules on %s', (kind) => {
  // What no database has a part in is tested on one.
  const once = testOnce(kind);
  let scene: HedgeScene;
  let ruleId = 0;
  beforeAll(async () => {
    // The second channel is reached only by rules.
    scene = await startHedgeScene({ kind });
    await scene.gateway.setOption('GroupRatio', '{"default":1,"canary":1}');
    await scene.gateway.root.call('PUT', '/api/channel/', {
      id: scene.channels.second,
      group: 'canary',
    });
  });
  afterAll(() => scene.close());
  afterEach(() => scene.gateway.root.call('DELETE', `/api/traffic/${ruleId}`));

  const rule = async (fields: Record<string, unknown>) => {
    ruleId = (await scene.rule({ target_channel_id: scene.channels.second, ...fields })).id;
  };
  const sideOf = async (name: TrafficSide) =>
    (await scene.comparison(ruleId)).total.find(({ side }) => side === name);
  const send = (text: string, more: object = {}) =>
    scene.open({ messages: [{ role: 'user', content: text }], ...more });

  describe('a canary', () => {
    once('gets its share of chats, each of which stays on its side', async () => {
      await rule({ kind: 'canary', percent: 25 });
      const [control, trial] = [serve(scene.first), serve(scene.second)];
      const chats = 24;
      const firstSides: string[] = [];
      for (let chat = 0; chat < chats; chat += 1) {
        // Enough chats for their share; a second turn for a few of both sides.
        const sides: string[] = [];
        for (const turn of chat % 6 === 0 ? [1, 2] : [1]) {
          const before = trial.calls.length;
          const messages = [
            { role: 'user', content: `chat ${chat}` },
            ...(turn === 2
              ? [
                  { role: 'assistant', content: 'fine' },
                  { role: 'user', content: 'more' },
                ]
              : []),
          ];
          await scene.open({ messages }).readAll();
          await scene.row();
          sides.push(trial.calls.length > before ? 'trial' : 'control');
        }
        expect(new Set(sides).size).toBe(1);
        firstSides.push(sides[0] as string);
      }
      control.end();
      trial.end();
      const share = firstSides.filter((side) => side === 'trial').length / chats;
      expect(share).toBeGreaterThan(0.1);
      expect(share).toBeLessThan(0.4);
      expect((await sideOf('trial'))?.calls).toBe(trial.calls.length);
      expect((await sideOf('control'))?.calls).toBe(control.calls.length);
      scene.first.drop();
      scene.second.drop();
    });

    test('a failed canary is replaced by the usual channel, and counts as an error of the canary', async () => {
      await rule({ kind: 'canary', percent: 100 });
      const client = send('one');
      (await scene.second.next()).refuse(400);
      respond(await scene.first.next(), 'from the usual one');
      expect(await client.readAll()).toContain('from the usual one');
      const row = await scene.row();
      expect([row.type, row.channel]).toEqual([2, scene.channels.first]);
      expect(trafficOf(row)?.['canary']).toMatchObject({ side: 'trial', fell_back: true });
      expect(await sideOf('trial')).toMatchObject({ calls: 1, errors: 1 });
    });

    test.each([
      ['dearer', MODEL, 'gpt-4o', MODEL],
      ['cheaper', 'gpt-4o', MODEL, MODEL],
    ])(
      'a canary with a %s model costs the caller the lower of both prices',
      async (_, requestedModel, target, cheaper) => {
        const charges = new Map<string, number>();
        for (const model of [MODEL, 'gpt-4o']) {
          const client = send('plain', { model });
          respond(await scene.first.next(), 'fine', { prompt: 20, completion: 90 });
          await client.readAll();
          charges.set(model, (await scene.row()).quota);
        }
        await rule({
          kind: 'canary',
          percent: 100,
          model: requestedModel,
          target_channel_id: 0,
          target_model: target,
        });
        const client = send('moved', { model: requestedModel });
        const sent = await scene.first.next();
        expect(JSON.parse(sent.body)).toMatchObject({ model: target });
        respond(sent, 'fine', { prompt: 20, completion: 90 });
        await client.readAll();
        const row = await scene.row();
        expect([row.quota, row.model_name]).toEqual([charges.get(cheaper), requestedModel]);
        expect(charges.get(MODEL)).not.toBe(charges.get('gpt-4o'));
        expect(row.other['upstream_model_name']).toBe(target);
      },
    );

    once('excludes conversations that only one upstream can continue', async () => {
      await rule({ kind: 'canary', percent: 100 });
      const client = send('one', { conversation: 'conv_1' });
      respond(await scene.first.next());
      await client.readAll();
      expect((await scene.row()).channel).toBe(scene.channels.first);
    });
  });

  describe('a mirror', () => {
    beforeEach(() => rule({ kind: 'mirror', percent: 100 }));

    const plainly = async (isStream: boolean) => {
      const client = send('one', { stream: isStream });
      (isStream ? stream : respond)(await scene.first.next());
      const text = await client.readAll();
      return { text, row: await scene.row() };
    };

    test.each([false, true])(
      'changes neither the response nor the charge of the call, and its metrics are stored (stream: %s)',
      async (isStream) => {
        const rowsBefore = (await scene.rows()).length;
        const copies = serve(scene.second, (call) => (isStream ? stream : respond)(call, 'a copy'));
        const { text, row } = await plainly(isStream);
        await expect.poll(() => sideOf('trial')).toMatchObject({ calls: 1, errors: 0 });
        copies.end();
        scene.second.drop();
        expect(text).not.toContain('a copy');
        await scene.gateway.root.call('PUT', '/api/traffic/', { id: ruleId, enabled: false });
        const without = await plainly(isStream);
        expect([without.text, without.row.quota]).toEqual([text, row.quota]);
        expect((await sideOf('trial'))?.completion_tokens).toBe(20);
        expect(await sideOf('control')).toMatchObject({ calls: 1, cost: row.quota });
        expect((await scene.rows()).length - rowsBefore).toBe(2);
      },
    );

    once(
      'a mirror that hangs does not delay the call, and one that fails counts as its own error',
      async () => {
        const { channelHealth } = scene.gateway.app.domain;
        const faultsOf = () =>
          channelHealth.stateOfChannel(scene.channels.second)?.totals.fault ?? 0;
        const before = faultsOf();
        const { row } = await plainly(false);
        expect([row.type, row.channel]).toEqual([2, scene.channels.first]);
        const copy = await scene.second.next();
        copy.cut();
        const again = await scene.second.next();
        again.refuse(500);
        await expect.poll(() => sideOf('trial')).toMatchObject({ calls: 1, errors: 1 });
        expect(faultsOf()).toBe(before);
      },
    );

    once('a mirror that responds endlessly is aborted', async () => {
      const { text } = await plainly(false);
      expect(text).toContain('fine');
      const copy = await scene.second.next();
      copy.begin('application/json');
      void copy.write('x'.repeat(2 * 1024 * 1024));
      await copy.hungUp;
      await expect.poll(() => sideOf('trial')).toMatchObject({ calls: 1, errors: 1 });
    });

    once('runs at most 16 concurrent copies per node', async () => {
      const control = serve(scene.first);
      for (let call = 0; call < 20; call += 1) {
        await send(`call ${call}`).readAll();
        await scene.row();
      }
      control.end();
      const copies = await Promise.all(Array.from({ length: 16 }, () => scene.second.next()));
      expect(scene.second.waiting).toBe(0);
      for (const copy of copies) respond(copy);
      await expect.poll(() => sideOf('trial')).toMatchObject({ calls: 16 });
      scene.first.drop();
    });
  });
});
