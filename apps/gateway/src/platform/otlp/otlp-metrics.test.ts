import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { createLogger } from '../logger.ts';
import { openTelemetry } from './open-telemetry.ts';
import { createOtlpMetrics } from './otlp-metrics.ts';

interface Received {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const received: Received[] = [];
const collector = createServer((request, response) => {
  void buffer(request).then((body) => {
    received.push({ path: request.url, headers: request.headers, body });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    collector.emit('received');
  });
});
let endpoint = '';
beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterAll(() => collector.close());
afterEach(() => {
  vi.useRealTimers();
  received.length = 0;
});

const service = { version: '9.9.9', nodeId: 'node-1' };
const log = createLogger('silent');
const start = (env: Record<string, string>, source: Registry) =>
  createOtlpMetrics(
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`, ...env }),
    service,
    log,
    source,
  );

function fillRegistry(): Registry {
  const registry = new Registry();
  const registers = [registry];
  const labelNames = ['channel'];
  new Counter({ name: 'calls_total', help: 'Calls', labelNames, registers }).inc(
    { channel: '7' },
    3,
  );
  new Gauge({ name: 'open', help: 'Open calls', registers }).set(2);
  const seconds = new Histogram({
    name: 'seconds',
    help: 'Time',
    labelNames,
    buckets: [1, 5],
    registers,
  });
  for (const value of [0.5, 2, 3, 9]) seconds.observe({ channel: '7' }, value);
  seconds.observe({ channel: '8' }, 1);
  return registry;
}

test('counters, gauges and histograms arrive as cumulative sums, under their names, with the attributes of the process', async () => {
  const env = {
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=the%20shop, service.name=ignored',
    OTEL_SERVICE_NAME: 'tollgate-eu',
  };
  await start(env, fillRegistry()).close();
  expect(received).toHaveLength(1);
  const [{ path, body } = { path: '', body: Buffer.from('{}') }] = received;
  expect(path).toBe('/v1/metrics');
  const { resourceMetrics } = JSON.parse(body.toString()) as { resourceMetrics: unknown[] };
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const at = (channel: string) => [attribute('channel', channel)];
  expect(resourceMetrics).toMatchObject([
    {
      resource: {
        attributes: [
          attribute('deployment.environment.name', 'the shop'),
          attribute('service.name', 'tollgate-eu'),
          attribute('service.version', '9.9.9'),
          attribute('service.instance.id', 'node-1'),
        ],
      },
      scopeMetrics: [
        {
          metrics: [
            {
              name: 'calls_total',
              description: 'Calls',
              sum: {
                aggregationTemporality: 2,
                isMonotonic: true,
                dataPoints: [{ attributes: at('7'), asDouble: 3 }],
              },
            },
            { name: 'open', gauge: { dataPoints: [{ asDouble: 2 }] } },
            {
              name: 'seconds',
              histogram: {
                aggregationTemporality: 2,
                dataPoints: [
                  {
                    attributes: at('7'),
                    explicitBounds: [1, 5],
                    bucketCounts: [1, 2, 1],
                    sum: 14.5,
                    count: 4,
                  },
                  { attributes: at('8'), bucketCounts: [1, 0, 0], count: 1 },
                ],
              },
            },
          ],
        },
      ],
    },
  ]);
});

test('metrics are exported at every interval, to their own address if one is set, and in binary if asked for', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const metrics = start(
    {
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${endpoint}/own/path`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_METRIC_EXPORT_INTERVAL: '15000',
    },
    fillRegistry(),
  );
  for (const count of [1, 2]) {
    const arrival = once(collector, 'received');
    vi.advanceTimersByTime(15_000);
    await arrival;
    expect(received).toHaveLength(count);
  }
  expect(received[0]).toMatchObject({
    path: '/own/path',
    headers: { 'content-type': 'application/x-protobuf' },
  });
  expect(received[0]?.body.includes('calls_total')).toBe(true);
  await metrics.close();
});

test('traces are sent once a collector is configured, metrics only on request, and each can be turned off', async () => {
  const opened = async (env: Record<string, string>) => {
    const telemetry = await openTelemetry(readConfig(env), service, log);
    const isTraced = telemetry.tracing !== undefined;
    await telemetry.close();
    // One of the process's own metrics.
    const hasOwn = ({ body }: Received) => body.includes('tollgate_worker_info');
    return [isTraced, received.splice(0).some(hasOwn)];
  };
  const named = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
  const environment = { OTEL_METRICS_EXPORTER: 'otlp' };
  expect(await opened(named)).toEqual([true, false]);
  expect(await opened({ ...named, ...environment })).toEqual([true, true]);
  expect(await opened({ ...named, ...environment, OTEL_TRACES_EXPORTER: 'none' })).toEqual([
    false,
    true,
  ]);
  expect(await opened({ ...named, ...environment, OTEL_SDK_DISABLED: 'true' })).toEqual([
    false,
    false,
  ]);
  expect(await opened(environment)).toEqual([false, false]);
  expect(() => readConfig({ ...named, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow();
});
