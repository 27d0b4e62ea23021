import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { HotHistogram } from './hot-histogram.ts';

const VALUES = [0, 0.1, 0.100_001, 0.5, 2, 1000];
const BUCKETS = [0.1, 0.5, 1, 2];

test("is exported as prom-client's own histogram is, as text and between processes", async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const facts = { name: 'waits', help: 'Time spent waiting' };
  const hot = new HotHistogram({ ...facts, label: 'kind', buckets: BUCKETS, registry: ours });
  const labelNames = ['kind'];
  const plain = new Histogram({ ...facts, labelNames, buckets: BUCKETS, registers: [theirs] });
  for (const kind of ['chat', 'audio'])
    for (const value of VALUES) {
      hot.series(kind).observe(value);
      plain.observe({ kind }, value);
    }
  expect(await ours.metrics()).toBe(await theirs.metrics());
  const [[hotJson], [plainJson]] = [await ours.getMetricsAsJSON(), await theirs.getMetricsAsJSON()];
  // It has no exemplars.
  for (const value of plainJson?.values ?? []) delete (value as { exemplar?: unknown }).exemplar;
  expect(hotJson).toEqual(plainJson);
});

test('starts anew when a label value is seen for the first time, and keeps its series', async () => {
  const registry = new Registry();
  const hot = new HotHistogram({ name: 'waits', help: '-', label: 'kind', buckets: [1], registry });
  expect((await hot.get()).values).toEqual([]);
  hot.series('chat').observe(3);
  hot.series('chat').observe(0.5);
  const { values } = await hot.get();
  expect(values.map(({ value }) => value)).toEqual([1, 2, 3.5, 2]);
});
