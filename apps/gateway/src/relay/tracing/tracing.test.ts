import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';

const MODEL = 'gpt-4o-mini';
const PROMPT = 'the words of a caller';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
  attributes: Record<string, unknown>;
}

/** A collector that parses OTLP over HTTP in JSON. */
class Collector {
  readonly spans: Span[] = [];
  readonly resources: Record<string, unknown>[] = [];
  headers: IncomingHttpHeaders = {};
  raw = '';
  readonly #server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      this.headers = request.headers;
      if (request.url === '/otlp/v1/traces') this.#take(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/otlp`;
  }

  close(): void {
    this.#server.close();
  }

  #take(body: string): void {
    this.raw += body;
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: {
        resource: { attributes: Attribute[] };
        scopeSpans: { spans: (Omit<Span, 'attributes'> & { attributes: Attribute[] })[] }[];
      }[];
    };
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resources.push(read(resource.attributes));
      for (const { spans } of scopeSpans)
        this.spans.push(...spans.map((span) => ({ ...span, attributes: read(span.attributes) })));
    }
  }
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

const read = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

interface FailingUpstream {
  url: string;
  requests: { headers: IncomingHttpHeaders }[];
  close(): void;
}

async function startFailingUpstream(): Promise<FailingUpstream> {
  const requests: FailingUpstream['requests'] = [];
  const server = createServer((request, response) => {
    requests.push({ headers: request.headers });
    request.resume();
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{}}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => server.close(),
  };
}

describe('traces', () => {
  let collector: Collector;
  let endpoint: string;
  let good: Simulator;
  let bad: FailingUpstream;
  let gateway: TestGateway | undefined;

  beforeEach(async () => {
    collector = new Collector();
    endpoint = await collector.start();
    good = await startOpenAiSimulator();
    bad = await startFailingUpstream();
  });
  afterEach(async () => {
    await gateway?.close();
    gateway = undefined;
    await good.close();
    bad.close();
    collector.close();
  });

  async function open(env: Record<string, string>) {
    const opened = await startTestGateway({ env });
    gateway = opened;
    await opened.setOption('RetryTimes', '1');
    const setting = JSON.stringify({ pass_trace_headers: true });
    const shared = { models: MODEL, setting, key: 'sk-upstream' };
    await opened.channel({ ...shared, name: 'bad', base_url: bad.url, priority: 1 });
    await opened.channel({ ...shared, name: 'good', base_url: good.url });
    const { secret } = await opened.token(await opened.user({ quota: 50_000_000 }));
    return {
      call: async (body: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
        const response = await fetch(`${opened.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${secret}`, ...headers },
          body: JSON.stringify({
            model: MODEL,
            messages: [{ role: 'user', content: PROMPT }],
            ...body,
          }),
        });
        await response.text();
        return response;
      },
      /** Closes the gateway, which flushes its spans. */
      async end() {
        gateway = undefined;
        await opened.close();
      },
    };
  }

  test('a call is one span under its caller’s, with a child for each upstream called', async () => {
    const { call, end } = await open({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=blue%20team, authorization=Bearer abc',
      OTEL_SERVICE_NAME: 'shop',
    });
    const response = await call(
      { stream: true },
      { traceparent: `00-${TRACE}-${CALLER}-01`, 'x-request-id': 'order-1' },
    );
    expect(response.status).toBe(200);
    await end();
    const server = collector.spans.find(({ kind }) => kind === SERVER);
    expect(server).toMatchObject({
      traceId: TRACE,
      parentSpanId: CALLER,
      name: `chat ${MODEL}`,
      attributes: {
        'http.request.method': 'POST',
        'url.path': '/v1/chat/completions',
        'http.response.status_code': 200,
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': MODEL,
        'gen_ai.usage.input_tokens': expect.any(Number) as number,
        'gen_ai.usage.output_tokens': expect.any(Number) as number,
        'gen_ai.response.time_to_first_chunk': expect.any(Number) as number,
        'tollgate.request.id': 'order-1',
      },
    });
    expect(Number(server?.attributes['gen_ai.usage.input_tokens'])).toBeGreaterThan(0);
    const children = collector.spans.filter(({ kind }) => kind === CLIENT);
    expect(children).toMatchObject([
      { status: { code: ERROR }, attributes: { 'http.response.status_code': 500 } },
      { attributes: { 'http.response.status_code': 200, 'gen_ai.provider.name': 'openai' } },
    ]);
    for (const [index, upstream] of [bad, good].entries()) {
      const child = children[index];
      expect(child).toMatchObject({ traceId: TRACE, parentSpanId: server?.spanId });
      expect(upstream.requests.at(-1)?.headers).toMatchObject({
        traceparent: `00-${TRACE}-${child?.spanId}-01`,
        'x-request-id': 'order-1',
      });
    }
    expect(collector.spans).toHaveLength(3);
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'shop' });
    expect(collector.headers).toMatchObject({
      'x-team': 'blue team',
      authorization: 'Bearer abc',
    });
    expect(collector.raw).not.toContain(PROMPT);
    expect(collector.raw).not.toContain('sk-');
  });

  test('a refused call is a span with the status and code that its caller received', async () => {
    const { call, end } = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    await call({ model: 'there-is-none' });
    await end();
    expect(collector.spans).toMatchObject([
      {
        kind: SERVER,
        attributes: { 'http.response.status_code': 404, 'error.type': 'model_not_found' },
      },
    ]);
    expect(collector.spans[0]).not.toHaveProperty('parentSpanId');
  });

  test.each<[string, Record<string, string>, string, number]>([
    ['a caller that records is followed', {}, '01', 3],
    ['a caller that does not record is followed', {}, '00', 0],
    ['always_off keeps nothing', { OTEL_TRACES_SAMPLER: 'always_off' }, '01', 0],
    [
      'a ratio of 0 keeps nothing, whatever the caller says',
      { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' },
      '01',
      0,
    ],
    ['OTEL_SDK_DISABLED turns it off', { OTEL_SDK_DISABLED: 'true' }, '01', 0],
  ])('sampling: %s', async (_name, env, flags, spans) => {
    const { call, end } = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env });
    await call({}, { traceparent: `00-${TRACE}-${CALLER}-${flags}` });
    await end();
    expect(collector.spans).toHaveLength(spans);
  });

  test('an unreachable collector delays no call, and a shutdown by seconds at most', async () => {
    const { call, end } = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    expect((await call()).status).toBe(200);
    await end();
    expect(collector.spans).toEqual([]);
  });

  test('without a collector no tracing is set up', async () => {
    await open({});
    expect(gateway?.app.domain.tracing).toBeUndefined();
  });
});
