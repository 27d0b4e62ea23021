import { type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';

const MODEL = 'gpt-4o-mini';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

describe('ids that callers give their requests', () => {
  let simulator: Simulator;
  let gateway: TestGateway;
  let secret: string;

  beforeAll(async () => {
    simulator = await startOpenAiSimulator();
    gateway = await startTestGateway();
    const common = { base_url: simulator.url, key: 'sk-upstream' };
    await gateway.channel({ ...common, models: MODEL });
    await gateway.channel({
      ...common,
      models: 'gpt-4o',
      setting: JSON.stringify({ pass_trace_headers: true }),
    });
    ({ secret } = await gateway.token(await gateway.user({ quota: 50_000_000 })));
  });
  afterAll(async () => {
    await gateway.close();
    await simulator.close();
  });

  async function call(headers: Record<string, string>, body: Record<string, unknown> = {}) {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'hi' }], ...body }),
    });
    return { id: response.headers.get('x-request-id') ?? '', body: await response.text() };
  }
  const logged = async (id: string) => {
    const { body } = await gateway.root.call(
      'GET',
      `/api/log/?request_id=${encodeURIComponent(id)}`,
    );
    return (body.data.items as { request_id: string; other: string }[]).map((row) => ({
      id: row.request_id,
      trace: (JSON.parse(row.other) as Record<string, unknown>)['trace_id'],
    }));
  };

  test('an x-request-id is returned, and finds the call in the log with the caller’s trace', async () => {
    const { id } = await call({ 'x-request-id': 'order-42/7', traceparent: TRACEPARENT });
    expect(id).toBe('order-42/7');
    expect(await logged(id)).toEqual([{ id, trace: TRACE }]);
  });

  test('the log row of a refused call has both, and so has its error', async () => {
    const { id, body } = await call(
      { 'x-request-id': 'refused-1', traceparent: TRACEPARENT },
      { model: 'there-is-none' },
    );
    expect(id).toBe('refused-1');
    expect(body).toContain('refused-1');
    expect(await logged(id)).toEqual([{ id, trace: TRACE }]);
  });

  test('two calls with the same id remain two calls, each with its own id in the response', async () => {
    // A converted response gets an id of ours.
    const send = async () => {
      const response = await fetch(`${gateway.url}/v1/messages`, {
        method: 'POST',
        headers: { 'x-api-key': secret, 'x-request-id': 'twice' },
        body: JSON.stringify({
          model: MODEL,
          max_tokens: 9,
          messages: [{ role: 'user', content: 'hi' }],
        }),
      });
      return ((await response.json()) as { id: string }).id;
    };
    const [one, other] = await Promise.all([send(), send()]);
    expect(await logged('twice')).toHaveLength(2);
    expect(one).not.toBe(other);
  });

  test.each([
    '',
    'a'.repeat(129),
    'two words',
    'quote"d',
    '<b>',
    'batch_0123456789',
    '20261123150000abcdefgh0001',
  ])('an unsafe x-request-id is replaced by ours: %s', async (unsafeId) => {
    const { id } = await call({ 'x-request-id': unsafeId });
    expect(id).toMatch(/^\d{14}\w{12}$/);
    expect(id).not.toBe(unsafeId);
  });

  test.each([
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `ff-${TRACE}-00f067aa0ba902b7-01`,
    `00-${TRACE}-00f067aa0ba902b7-01-more`,
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
    'nonsense',
  ])('a traceparent that W3C forbids is ignored: %s', async (traceparent) => {
    const { id } = await call({ traceparent });
    expect(await logged(id)).toEqual([{ id, trace: undefined }]);
  });

  test('a later version of traceparent is parsed as far as it is known', async () => {
    const { id } = await call({ traceparent: `01-${TRACE}-00f067aa0ba902b7-01-more` });
    expect(await logged(id)).toEqual([{ id, trace: TRACE }]);
  });

  test('upstreams receive neither, unless their channel allows it', async () => {
    const headers = {
      'x-request-id': 'passed',
      traceparent: TRACEPARENT,
      tracestate: 'vendor=value',
    };
    await call(headers);
    const sentHeaders = simulator.requests.at(-1)?.headers ?? {};
    for (const name of Object.keys(headers)) expect(sentHeaders).not.toHaveProperty(name);
    await call(headers, { model: 'gpt-4o' });
    expect(simulator.requests.at(-1)?.headers).toMatchObject(headers);
    const { id } = await call({}, { model: 'gpt-4o' });
    const plain = simulator.requests.at(-1)?.headers ?? {};
    expect(plain).toMatchObject({ 'x-request-id': id });
    expect(plain).not.toHaveProperty('traceparent');
  });
});
