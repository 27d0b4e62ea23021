import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RealtimeTestSession } from '../../../test-support/realtime-test-session.ts';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';
import { registry } from '../../platform/metrics.ts';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.channel('up', { models: 'gpt-4o-mini,gpt-realtime,nobody-priced-it,unpriced-live' });
});
afterAll(() => scene.close());
beforeEach(() => scene.clock.advance(180_000));

/** Reads a counter's value from the metrics. */
async function read(series: string): Promise<number> {
  const lines = (await registry.metrics()).split('\n');
  return Number(lines.find((line) => line.startsWith(series))?.slice(series.length) ?? 0);
}

async function countsOf<Result>(series: readonly string[], work: () => Promise<Result>) {
  const before = await Promise.all(series.map(read));
  await work();
  const after = await Promise.all(series.map(read));
  return after.map((count, index) => count - (before[index] ?? 0));
}

const REFUSED = 'tollgate_relay_calls_total{kind="chat",outcome="refused"}';
const reasons = (code: string) => `tollgate_relay_refusals_total{code="${code}"}`;

/** Returns the rows of refusals, without those of other tests, as the clock advanced in between. */
async function refusals() {
  const now = Math.floor(scene.clock.nowMs() / 1000);
  const rows = (await scene.logs(scene.owner)) as unknown as (Row & { created_at: number })[];
  return rows.filter(({ type, created_at: at }) => type === 5 && at > now - 60);
}
interface Row {
  type: number;
  quota: number;
  model_name: string;
  token_name: string;
  content: string;
  other: Record<string, unknown>;
}

test('a call refused for its model, body or balance is counted, and logged for its key with the reason', async () => {
  const poor = await scene.gateway.user({ quota: 5 });
  const { secret } = await scene.gateway.token(poor);
  const authorization = { authorization: `Bearer ${secret}` };
  const series = [
    REFUSED,
    ...['model_not_priced', 'invalid_request', 'insufficient_user_quota'].map(reasons),
  ];
  const counted = await countsOf(series, async () => {
    expect((await scene.chat({ model: 'nobody-priced-it' })).status).toBe(404);
    const broken = await fetch(`${scene.gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${scene.secret}`,
        'content-type': 'application/json',
      },
      body: '{',
    });
    expect(broken.status).toBe(400);
    expect((await scene.chat({}, authorization)).status).toBe(402);
  });
  expect(counted).toEqual([3, 1, 1, 1]);
  const rows = await refusals();
  expect(
    rows.map(({ model_name, quota, other }) => [
      model_name,
      quota,
      other['error_code'],
      other['status'],
    ]),
  ).toEqual([
    ['', 0, 'invalid_request', 400],
    ['nobody-priced-it', 0, 'model_not_priced', 404],
  ]);
  expect(rows[1]?.content).toContain('nobody-priced-it');
  // Logged as a code, so that each reader has it in their language.
  expect(rows[1]?.other['reason']).toEqual({
    code: 'relay_model_not_priced',
    params: { model: 'nobody-priced-it' },
  });
  const [row] = (await scene.logs(poor)) as unknown as Row[];
  expect(row).toMatchObject({
    type: 5,
    model_name: 'gpt-4o-mini',
    other: { error_code: 'insufficient_user_quota' },
  });
});

test('a refusal for the balance names what the call needs as the site displays amounts: in money, or in units', async () => {
  const poor = await scene.gateway.user({ quota: 5 });
  const { secret } = await scene.gateway.token(poor);
  const refusal = async () => {
    const { text } = await scene.chat({ max_tokens: 100 }, { authorization: `Bearer ${secret}` });
    return text;
  };
  expect(await refusal()).toMatch(/reserve \$0\.\d+\. Top up/);
  await scene.gateway.setOption('DisplayInCurrencyEnabled', 'false');
  expect(await refusal()).toMatch(/reserve [\d,]+\. Top up/);
  await scene.gateway.setOption('DisplayInCurrencyEnabled', 'true');
});

test('a client that repeats a refused call does not flood the log: one row per ten seconds counts the others', async () => {
  const [counted] = await countsOf([REFUSED], async () => {
    for (let call = 0; call < 40; call += 1) await scene.chat({ model: 'unpriced' });
  });
  expect(counted).toBe(40);
  expect(await refusals()).toHaveLength(1);
  scene.clock.advance(10_000);
  await scene.chat({ model: 'unpriced' });
  const [last, first, ...others] = await refusals();
  expect([last?.other['unlogged'], first?.other['unlogged'], others]).toEqual([39, undefined, []]);
});

test('a refused call of an unknown caller is counted but not logged', async () => {
  const rows = (await scene.logs()).length;
  const [unknownKey, unknownPath] = await countsOf(
    [reasons('invalid_api_key'), 'tollgate_relay_calls_total{kind="unknown",outcome="refused"}'],
    async () => {
      await scene.chat({}, { authorization: `Bearer sk-${'x'.repeat(48)}` });
      await fetch(`${scene.gateway.url}/v1/no/such/thing`);
    },
  );
  expect([unknownKey, unknownPath]).toEqual([1, 1]);
  expect(await scene.logs()).toHaveLength(rows);
});

test('a refused realtime session is counted and logged', async () => {
  const refused = 'tollgate_relay_calls_total{kind="realtime",outcome="refused"}';
  const [counted] = await countsOf([refused], async () => {
    const session = new RealtimeTestSession({
      url: scene.gateway.url,
      secret: scene.secret,
      model: 'unpriced-live',
    });
    await session.closed;
  });
  expect(counted).toBe(1);
  expect(await refusals()).toMatchObject([
    {
      model_name: 'unpriced-live',
      other: { request_path: '/v1/realtime', error_code: 'model_not_priced' },
    },
  ]);
});

test('token counts are counted as calls', async () => {
  const [counted] = await countsOf(
    ['tollgate_relay_calls_total{kind="count-tokens",outcome="answered"}'],
    () =>
      fetch(`${scene.gateway.url}/v1/messages/count_tokens`, {
        method: 'POST',
        headers: { 'x-api-key': scene.secret, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] }),
      }),
  );
  expect(counted).toBe(1);
});

test('the row of a refused call stays short however long its model and path', async () => {
  const model = 'm'.repeat(10_000);
  const { status } = await fetch(`${scene.gateway.url}/v1beta/models/${model}:generateContent`, {
    method: 'POST',
    headers: { 'x-goog-api-key': scene.secret },
    body: JSON.stringify({ contents: [{ parts: [{ text: 'hi' }] }] }),
  });
  expect(status).toBe(400);
  await expect.poll(async () => (await refusals()).length).toBe(1);
  expect(JSON.stringify(await refusals()).length).toBeLessThan(2000);
});
