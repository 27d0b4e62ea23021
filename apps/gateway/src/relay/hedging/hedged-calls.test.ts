import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import {
  respond,
  endStream,
  type HedgeScene,
  startHedgeScene,
  stream,
} from '../../../test-support/hedge-scene.ts';
import type { LoggedCall } from '../../../test-support/relay-scene.ts';
import { testOnce } from '../../../test-support/test-once.ts';

const P95_MS = 400;
const turns = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
};
const hedgeOf = (row: LoggedCall) =>
  (row.other.admin_info as { traffic?: { hedge?: Record<string, number> } }).traffic?.hedge;

describe.each(databaseKinds)('hedged calls on %s', (kind) => {
  // What no database has a part in is tested on one.
  const once = testOnce(kind);
  let scene: HedgeScene;
  let ruleId: number;
  beforeAll(async () => {
    scene = await startHedgeScene({ kind });
    ruleId = (await scene.rule()).id;
    await scene.warmUp(20, P95_MS);
    await scene.warmUp(20, P95_MS, { stream: true });
  });
  afterAll(() => scene.close());

  /** Makes a call whose first upstream is silent for longer than its p95, and gets its hedge. */
  async function hedged(body: Record<string, unknown> = {}, secret?: string) {
    const client = scene.open(body, secret);
    const slow = await scene.first.next();
    await turns();
    scene.clock.advance(P95_MS + 1);
    const quick = await scene.second.next();
    return { client, slow, quick };
  }
  /** Waits until the gateway has recorded a failure of a channel. */
  const failed = async (id: number, fail: () => void) => {
    const { channelHealth } = scene.gateway.app.domain;
    const faults = () => channelHealth.stateOfChannel(id)?.totals.fault ?? 0;
    const before = faults();
    fail();
    while (faults() === before) await new Promise(setImmediate);
  };
  const chargeOf = async (work: () => Promise<unknown>) => {
    const paidSoFar = async () => (await scene.rows()).reduce((sum, { quota }) => sum + quota, 0);
    const before = await paidSoFar();
    await work();
    const row = await scene.row();
    return { row, paid: (await paidSoFar()) - before };
  };

  once(
    'go to a second channel once the first has been silent for its p95, and not before',
    async () => {
      const client = scene.open();
      const slow = await scene.first.next();
      await turns();
      const before = scene.second.arrived;
      scene.clock.advance(P95_MS - 1);
      await turns();
      expect(scene.second.arrived).toBe(before);
      scene.clock.advance(2);
      respond(await scene.second.next(), 'from the second');
      expect(await client.readAll()).toContain('from the second');
      await slow.hungUp;
      await scene.row();
    },
  );

  test.each([false, true])(
    'are served by the first to start, which alone is charged (stream: %s); the other is aborted',
    async (isStream) => {
      const plain = await chargeOf(async () => {
        const client = scene.open({ stream: isStream });
        (isStream ? stream : respond)(await scene.first.next());
        await client.readAll();
      });
      const { row, paid } = await chargeOf(async () => {
        const { client, slow, quick } = await hedged({ stream: isStream });
        (isStream ? stream : respond)(quick, 'from the second');
        expect(await client.readAll()).toContain('from the second');
        await slow.hungUp;
      });
      expect([paid, row.quota, row.channel]).toEqual([
        plain.paid,
        plain.paid,
        scene.channels.second,
      ]);
      expect(row.other.admin_info?.attempts).toMatchObject([
        { channel: scene.channels.first, fault: 'overtaken' },
        { channel: scene.channels.second, status: 200 },
      ]);
      expect(hedgeOf(row)).toMatchObject({
        rule: ruleId,
        first: scene.channels.first,
        second: scene.channels.second,
        won: scene.channels.second,
        p95_ms: P95_MS,
      });
      expect(hedgeOf(row)?.['cancelled_cost']).toBeGreaterThan(0);
    },
  );

  once('stay with the first channel if it starts before the hedge does', async () => {
    const { row, paid } = await chargeOf(async () => {
      const { client, slow, quick } = await hedged({ stream: true });
      stream(slow, 'from the first', false);
      await client.read('from the first');
      await quick.hungUp;
      endStream(slow);
      await client.readAll();
    });
    expect([row.channel, paid]).toEqual([scene.channels.first, row.quota]);
    expect(hedgeOf(row)).toMatchObject({ won: scene.channels.first });
  });

  test('are charged one response if both start at the same time', async () => {
    const { row, paid } = await chargeOf(async () => {
      const { client, slow, quick } = await hedged();
      respond(slow, 'one');
      respond(quick, 'two');
      expect(await client.readAll()).toMatch(/one|two/);
      await Promise.all([slow.hungUp, quick.hungUp]);
    });
    expect(paid).toBe(row.quota);
  });

  test('are served by the hedge if the first then fails, which counts only against the first', async () => {
    const { client, slow, quick } = await hedged();
    await failed(scene.channels.first, () => slow.refuse(503));
    respond(quick, 'from the second');
    expect(await client.readAll()).toContain('from the second');
    expect((await scene.row()).other.admin_info?.attempts).toMatchObject([
      { channel: scene.channels.first, status: 503 },
      { channel: scene.channels.second, status: 200 },
    ]);
    scene.gateway.app.domain.channelHealth.reset(scene.channels.first);
  });

  once('are served by the first if the hedge is permanently rejected', async () => {
    const { client, slow, quick } = await hedged();
    quick.refuse(400);
    await quick.hungUp;
    await turns();
    respond(slow, 'from the first');
    expect(await client.readAll()).toContain('from the first');
    expect((await scene.row()).channel).toBe(scene.channels.first);
  });

  test('end in a fault if both attempts fail, and cost nothing', async () => {
    const { row, paid } = await chargeOf(async () => {
      const { client, slow, quick } = await hedged();
      await failed(scene.channels.second, () => quick.refuse(503));
      slow.refuse(503);
      expect(await client.status()).toBe(503);
      await client.readAll();
    });
    expect([paid, row.quota, row.type]).toEqual([0, 0, 5]);
    for (const id of Object.values(scene.channels))
      scene.gateway.app.domain.channelHealth.reset(id);
  });

  test('are charged once if the client disconnects, and one upstream is aborted immediately', async () => {
    const { row, paid } = await chargeOf(async () => {
      const { client, slow, quick } = await hedged();
      client.leave();
      await Promise.race([slow.hungUp, quick.hungUp]);
      await turns();
      respond(slow);
      respond(quick);
      await Promise.all([slow.hungUp, quick.hungUp]);
    });
    expect(paid).toBe(row.quota);
    expect(row.quota).toBeGreaterThan(0);
    await turns();
    const rows = await scene.rows();
    expect(rows[1]?.other.admin_info?.attempts).not.toEqual(row.other.admin_info?.attempts);
  });

  test('need no more balance than a call that is not hedged', async () => {
    const poor = await scene.gateway.user({ quota: 1 });
    const { secret } = await scene.gateway.token(poor);
    const { client: rich, quick: other } = await hedged();
    respond(other);
    await rich.readAll();
    const { other: logged } = await scene.row();
    await scene.gateway.root.call('PUT', '/api/user/', {
      id: poor.id,
      quota: logged['reserved'],
      quota_before: 1,
    });
    const { client, quick } = await hedged({}, secret);
    respond(quick);
    expect(await client.status()).toBe(200);
    await client.readAll();
    const row = await scene.row();
    const unused = (logged['reserved'] as number) - row.quota;
    await expect.poll(() => scene.balance(poor)).toBe(unused);
  });

  once('do not count against a channel that was overtaken', async () => {
    const faultsOf = () =>
      scene.gateway.app.domain.channelHealth.stateOfChannel(scene.channels.first)?.totals.fault;
    const before = faultsOf();
    const { client, quick } = await hedged();
    respond(quick);
    await client.readAll();
    await scene.row();
    expect(faultsOf()).toBe(before);
  });

  test('are charged exactly what the log says', async () => {
    const rows = (await scene.rows()).filter(({ token_id: token }) => token === 1);
    const charged = rows.reduce((sum, { quota }) => sum + quota, 0);
    await expect.poll(() => scene.balance()).toBe(100_000_000 - charged);
  });

  test('appear with their cost in the comparison of the rule', async () => {
    const { total } = await scene.comparison(ruleId);
    const bySide = new Map(total.map((side) => [side.side, side]));
    expect(bySide.get('second')?.calls).toBeGreaterThanOrEqual(5);
    expect(bySide.get('cancelled')?.cost).toBeGreaterThan(0);
    expect(bySide.get('first')?.begin_p95_ms).not.toBeNull();
  });
});

describe('hedging', () => {
  let scene: HedgeScene;
  beforeAll(async () => (scene = await startHedgeScene()));
  afterAll(() => scene.close());

  test('is off without a rule, and waits for enough samples with one', async () => {
    await scene.warmUp(25, P95_MS);
    await scene.rule();
    await scene.warmUp(19, P95_MS);
    const client = scene.open();
    const firstCall = await scene.first.next();
    await turns();
    scene.clock.advance(35_000);
    await turns();
    expect(scene.second.arrived).toBe(0);
    respond(firstCall);
    await client.readAll();
  });

  test('never exceeds its share of calls', async () => {
    const { body } = await scene.gateway.root.call('GET', '/api/traffic/');
    const [rule] = body.data as { id: number }[];
    await scene.gateway.root.call('DELETE', `/api/traffic/${rule?.id}`);
    await scene.rule({ percent: 10 });
    let hedges = 0;
    for (let call = 0; call < 40; call += 1) {
      const client = scene.open();
      const firstCall = await scene.first.next();
      await turns();
      scene.clock.advance(P95_MS + 1);
      await turns();
      if (scene.second.arrived > hedges) {
        hedges += 1;
        respond(await scene.second.next());
      } else respond(firstCall);
      await client.readAll();
      expect(hedges).toBeLessThanOrEqual((call + 1) / 10);
    }
    expect(hedges).toBe(4);
  });

  test('excludes calls that depend on one upstream’s state', async () => {
    const before = scene.second.arrived;
    const client = scene.open({ conversation: 'conv_1' });
    const firstCall = await scene.first.next();
    await turns();
    scene.clock.advance(P95_MS + 1);
    await turns();
    expect(scene.second.arrived).toBe(before);
    respond(firstCall);
    await client.readAll();
  });
});
