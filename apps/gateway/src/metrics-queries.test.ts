import { readdirSync, readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startTestGateway, type TestGateway } from '../test-support/test-gateway.ts';
import { showEventLoopDelay } from './platform/event-loop-metrics.ts';
import { readMetrics, registry } from './platform/metrics.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

interface Query {
  /** The file, and the panel or alert. */
  place: string;
  expr: string;
  /** Texts with placeholders for labels. */
  texts: string[];
}

interface Dashboard {
  uid: string;
  panels: {
    id: number;
    title: string;
    description: string;
    gridPos: { x: number; y: number; w: number; h: number };
    targets: { expr: string; legendFormat: string }[];
  }[];
}

const dashboards = readdirSync(new URL('deploy/grafana', root)).map((name) => ({
  name,
  board: JSON.parse(read(`deploy/grafana/${name}`)) as Dashboard,
}));
const { groups } = parse(read('docs/alerts.yml')) as {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[];
};
const queries: Query[] = [
  ...dashboards.flatMap(({ name, board }) =>
    board.panels.flatMap(({ title, targets }) =>
      targets.map(({ expr, legendFormat }) => ({
        place: `${name}: ${title}`,
        expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$__range', '6h'),
        texts: [legendFormat],
      })),
    ),
  ),
  ...groups.flatMap(({ rules }) =>
    rules.map(({ alert, expr, annotations }) => ({
      place: alert,
      expr,
      texts: Object.values(annotations),
    })),
  ),
];

/** Labels that a scrape adds to every series. */
const SCRAPED = ['instance', 'job'];

/** Returns the metrics that a query reads, and the labels that it filters and groups by. */
function takeApart(expr: string) {
  const names: string[] = [];
  const labels: string[] = [];
  const errors: string[] = [];
  parser.parse(expr).iterate({
    enter({ type, name, from, to }) {
      const text = expr.slice(from, to);
      if (type.isError) errors.push(`${from}: ${text}`);
      if (name === 'Identifier') names.push(text);
      if (name === 'LabelName') labels.push(text);
    },
  });
  return { names, labels, errors };
}

describe('dashboards and alerts', () => {
  let gateway: TestGateway;
  let scraped: Set<string>;
  beforeAll(async () => {
    gateway = await startTestGateway();
    // As a gateway process does; a test has to do it itself.
    showEventLoopDelay();
    const text = await readMetrics();
    scraped = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
  });
  afterAll(() => gateway.close());

  const labelsOf = (name: string) => {
    const plain = name.replace(/_(bucket|sum|count)$/, '');
    const metric = registry.getSingleMetric(name) ?? registry.getSingleMetric(plain);
    const { labelNames = [] } = (metric ?? {}) as { labelNames?: string[] };
    return plain === name ? labelNames : [...labelNames, 'le'];
  };

  test('all dashboards and a plausible number of queries are found', () => {
    expect(dashboards.map(({ board }) => board.uid)).toEqual([
      'tollgate-money',
      'tollgate-nodes',
      'tollgate-relay',
    ]);
    expect(queries.length).toBeGreaterThan(45);
  });

  test.each(queries)('$place is PromQL over metrics and labels of a scrape', (query) => {
    const { names, labels, errors } = takeApart(query.expr);
    expect(errors).toEqual([]);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(scraped).toContain(name.replace(/_(bucket|sum|count)$/, ''));
    const known = new Set([...SCRAPED, ...names.flatMap(labelsOf)]);
    const filledIn = query.texts.flatMap((text) =>
      [...text.matchAll(/\{\{\s*(?:\$labels\.)?([a-z_]+)\s*\}\}/g)].map(([, label = '']) => label),
    );
    for (const label of [...labels, ...filledIn]) expect([...known]).toContain(label);
  });

  test('an invalid query, or one with unknown names, is detected', () => {
    expect(takeApart('sum by (le (rate(x[5m]))').errors).not.toEqual([]);
    expect(scraped.has('tollgate_relay_calls')).toBe(false);
    expect(labelsOf('tollgate_relay_overhead_seconds_bucket')).toEqual(['kind', 'le']);
  });

  test.each(dashboards)(
    'the panels of $name have a position and a description each',
    ({ board }) => {
      expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
      const places = board.panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
      expect(new Set(places).size).toBe(places.length);
      for (const { description, gridPos } of board.panels) {
        expect(description).not.toBe('');
        expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      }
    },
  );
});
