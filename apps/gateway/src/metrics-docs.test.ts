import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../test-support/test-gateway.ts';
import { deprecatedMetrics } from './platform/deprecated-metrics.ts';
import { showEventLoopDelay } from './platform/event-loop-metrics.ts';
import { registry } from './platform/metrics.ts';

const readDocs = (name: string) =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  // As a gateway process does; a test has to do it itself.
  showEventLoopDelay();
});
afterAll(() => gateway.close());

interface Described {
  name: string;
  type: string;
  labels: string;
}

/** Our metrics; those that the library provides about the process have their own documentation. */
const registered = (): Described[] =>
  registry
    .getMetricsAsArray()
    .filter(({ name }) => name.startsWith('tollgate_'))
    .map((metric) => {
      const { name, type, labelNames } = metric as unknown as Described & { labelNames: string[] };
      return { name, type, labels: labelNames.map((label) => `\`${label}\``).join(', ') };
    })
    .sort((one, other) => one.name.localeCompare(other.name));

test('every metric is in docs/metrics.md with its type and labels, and nothing else is', () => {
  const rows = readDocs('metrics.md').matchAll(/^\| `(tollgate_\w+)` \| (\w+) \| ([^|]*) \|/gm);
  const documented = [...rows].map(([, name = '', type = '', labels = '']) => ({
    name,
    type,
    labels: labels.trim(),
  }));
  expect(documented).toEqual(registered());
});

test('every old name of a metric is in docs/metrics.md with its replacement', () => {
  const rows = readDocs('metrics.md').matchAll(/^\| `(tollgate_\w+)` \| `(tollgate_\w+)` \|$/gm);
  expect(Object.fromEntries([...rows].map(([, old, name]) => [old, name]))).toEqual(
    deprecatedMetrics,
  );
  const names = registered().map(({ name }) => name);
  for (const name of Object.values(deprecatedMetrics)) expect(names).toContain(name);
});

test('metrics are named by convention: counters end in total, and times are in seconds', () => {
  for (const { name, type } of registered()) {
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect(name).not.toMatch(/_ms$|millis/);
    if (type === 'histogram') expect(name).toMatch(/_(seconds|bytes)$/);
  }
});
