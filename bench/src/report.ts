import type { ColdStart } from './cold-start.ts';
import { computeFigures, type Figure, judge } from './figures.ts';
import { median } from './median.ts';
import type { WorkloadResult } from './run-workload.ts';
import { renderTable } from './table.ts';
import type { Sample } from './take-sample.ts';

export interface BenchResults {
  workloads: readonly WorkloadResult[];
  /** Undefined if not requested; the reason if our gateway does not start. */
  coldStart: ColdStart | string | undefined;
}

/** Renders the results as Markdown, for the terminal and the results file. */
export function renderResults({ workloads, coldStart }: BenchResults): string {
  const figures = computeFigures(workloads, coldStart);
  return [
    renderFigures(figures),
    ...workloads.map(renderWorkload),
    ...renderColdStart(coldStart),
  ].join('\n\n');
}

function renderFigures(figures: readonly Figure[]): string {
  if (figures.length === 0)
    return '## Figures to hold\n\nNone: our gateway or what it is compared with was not measured.';
  const rows = figures.map((figure) => [
    figure.what,
    write(figure, figure.measured),
    write(figure, figure.hold),
    write(figure, figure.aim),
    judge(figure),
  ]);
  return `## Figures to hold\n\n${renderTable(['What', 'Measured', 'Hold', 'Aim', 'Verdict'], rows)}`;
}

function write({ unit }: Figure, value: number): string {
  if (unit === 'times') return `${value.toFixed(1)}×`;
  return unit === 'seconds' ? `${value.toFixed(2)} s` : value.toFixed(2);
}

function renderWorkload({ workload, measured, skipped }: WorkloadResult): string {
  const rows = measured.map(({ target, samples }) => {
    const middle = (read: (sample: Sample) => number) => median(samples.map(read));
    const rates = samples.map(({ requestsPerSecond }) => Math.round(requestsPerSecond));
    return [
      target.label,
      String(Math.round(middle(({ requestsPerSecond }) => requestsPerSecond))),
      `${Math.min(...rates)}–${Math.max(...rates)}`,
      middle(({ p50Ms }) => p50Ms).toFixed(2),
      middle(({ p99Ms }) => p99Ms).toFixed(2),
      `${Math.round(middle(({ cpuShare }) => cpuShare) * 100)} %`,
      `${Math.round(Math.max(...samples.map(({ foreignShare }) => foreignShare)) * 100)} %`,
      String(middle(({ memoryMegabytes }) => memoryMegabytes)),
      String(samples.reduce((sum, { errors }) => sum + errors, 0)),
    ];
  });
  const table = renderTable(
    [
      'Gateway (one core)',
      'calls/s',
      'lowest–highest',
      'p50 ms',
      'p99 ms',
      'its CPU',
      'most of others',
      'MB',
      'errors',
    ],
    rows,
  );
  const missing = skipped
    .map(({ target, reason }) => `\n\nLeft out: ${target.label}: ${reason}`)
    .join('');
  return `## ${workload.title} (${workload.connections} connections)\n\n${table}${missing}`;
}

function renderColdStart(coldStart: BenchResults['coldStart']): string[] {
  if (coldStart === undefined) return [];
  if (typeof coldStart === 'string') return [`## Cold start\n\nLeft out: Tollgate: ${coldStart}`];
  const rows = [
    [
      'the first after an install: nothing compiled yet, empty folder',
      String(coldStart.uncompiledMs),
    ],
    ['empty folder (migrations, first user)', String(coldStart.firstBootMs)],
    ['filled folder', String(coldStart.laterStartMs)],
  ];
  return [`## Cold start to the first 200 of /healthz\n\n${renderTable(['Start', 'ms'], rows)}`];
}
