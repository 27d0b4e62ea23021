import { Counter, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { addDeprecatedMetrics, deprecatedMetrics } from './deprecated-metrics.ts';

test('a renamed metric is served under both names with equal labels and values', async () => {
  const registry = new Registry();
  const name = 'tollgate_channel_attempts_total';
  const counter = new Counter({ name, help: 'x', labelNames: ['channel'], registers: [registry] });
  counter.inc({ channel: '7' }, 3);
  const text = addDeprecatedMetrics(await registry.metrics());
  expect(text).toContain(`${name}{channel="7"} 3`);
  expect(text).toContain(
    [
      `# HELP tollgate_channel_tries_total Deprecated: use ${name}`,
      '# TYPE tollgate_channel_tries_total counter',
      'tollgate_channel_tries_total{channel="7"} 3',
    ].join('\n'),
  );
  expect(text.endsWith('\n')).toBe(true);
});

test('metrics without an old name are served as they are', () => {
  const text = '# TYPE tollgate_tokens_total counter\ntollgate_tokens_total 1\n';
  expect(addDeprecatedMetrics(text)).toBe(text);
  expect(Object.keys(deprecatedMetrics)).not.toContain('tollgate_tokens_total');
});
