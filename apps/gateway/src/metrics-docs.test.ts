import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../test-support/test-gateway.ts';
import { registry } from './platform/metrics.ts';

const readDocs = (name: string) =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

interface Described {
  name: string;
  type: string;
  labels: string;
}

/** Ours; what the library tells of the process has its own documentation. */
const registered = (): Described[] =>
  registry
    .getMetricsAsArray()
    .filter(({ name }) => name.startsWith('tollgate_'))
    .map((metric) => {
      const { name, type, labelNames } = metric as unknown as Described & { labelNames: string[] };
      return { name, type, labels: labelNames.map((label) => `\`${label}\``).join(', ') };
    })
    .sort((one, other) => one.name.localeCompare(other.name));

test('every metric stands in docs/metrics.md with its type and labels, and nothing else does', () => {
  const rows = readDocs('metrics.md').matchAll(/^\| `(tollgate_\w+)` \| (\w+) \| ([^|]*) \|/gm);
  const documented = [...rows].map(([, name = '', type = '', labels = '']) => ({
    name,
    type,
    labels: labels.trim(),
  }));
  expect(documented).toEqual(registered());
});

test('metrics are named by convention: counters are totals, and times are in seconds', () => {
  for (const { name, type } of registered()) {
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect(name).not.toMatch(/_ms$|millis/);
    if (type === 'histogram') expect(name).toMatch(/_(seconds|bytes)$/);
  }
});
