import { runOpenLoop } from '../latency/open-loop.ts';
import { SPAN_SECONDS } from '../log-pages/fill-log.ts';
import type { ConsoleSession } from '../open-console.ts';
import { percentile } from '../percentile.ts';
import { setUpGateway } from '../setup-gateway.ts';
import type { Print } from '../trial.ts';
import { BENCH_MODEL, WORKLOADS } from '../workloads.ts';

const CALM_SECONDS = 10;
const STEP_SECONDS = 1;
/** Number of rows deleted in small steps. */
const STEPPED_ROWS = 100_000;

interface Deletion {
  what: string;
  seconds: number;
  rows: number;
  besideMs: number[];
  errors: number;
}

/** Latencies in milliseconds of calls alone, and of calls concurrent with deletions. */
export interface Deletions {
  kind: 'SQLite' | 'PostgreSQL';
  calm: number[];
  deletions: Deletion[];
}

/** Deletes old rows while calls run at a fixed rate, by partition if the log has partitions. */
export async function deleteBesideCalls({
  kind,
  gatewayUrl,
  upstreamUrl,
  root,
  rate,
  rows,
  now,
  print,
}: {
  kind: Deletions['kind'];
  gatewayUrl: string;
  upstreamUrl: string;
  root: ConsoleSession;
  rate: number;
  /** Number of rows in the log. */
  rows: number;
  now: number;
  print: Print;
}): Promise<Deletions> {
  const key = await setUpGateway({ url: gatewayUrl, upstreams: [upstreamUrl], model: BENCH_MODEL });
  const call = (seconds: number) =>
    runOpenLoop({
      url: `${gatewayUrl}/v1/chat/completions`,
      headers: { authorization: `Bearer ${key}` },
      body: WORKLOADS.find(({ name }) => name === 'non-stream')?.body ?? '',
      rate,
      seconds,
    });
  await call(CALM_SECONDS);
  const { latenciesMs: calm } = await call(CALM_SECONDS);
  const deletions: Deletion[] = [];
  for (const { what, before } of cuts({ now, rows, inMonths: kind === 'PostgreSQL' })) {
    const deletion = { what, ...(await deleteBeside(root, before, call)) };
    deletions.push(deletion);
    print(`  ${kind}: ${what}: ${deletion.rows} rows in ${deletion.seconds.toFixed(1)} s`);
  }
  return { kind, calm, deletions };
}

/** The successive deletions: everything before this month, then some rows. */
function cuts({
  now,
  rows,
  inMonths,
}: {
  now: number;
  rows: number;
  inMonths: boolean;
}): { what: string; before: number }[] {
  const at = new Date(now * 1000);
  const month = Date.UTC(at.getUTCFullYear(), at.getUTCMonth()) / 1000;
  const oldest = now - SPAN_SECONDS;
  const steps = Math.ceil((SPAN_SECONDS * STEPPED_ROWS) / rows);
  const part = { what: 'rows in small steps', before: oldest + steps };
  if (!inMonths || month <= oldest) return [part];
  return [
    { what: 'a partition', before: month },
    { what: part.what, before: month + steps },
  ].map(({ what, before }) => ({ what, before: Math.floor(before) }));
}

async function deleteBeside(
  root: ConsoleSession,
  before: number,
  call: (seconds: number) => ReturnType<typeof runOpenLoop>,
): Promise<Omit<Deletion, 'what'>> {
  const startedMs = performance.now();
  let seconds = 0;
  const deleting = root
    .call<number>('DELETE', `/api/log/?target_timestamp=${before}`)
    .finally(() => (seconds = (performance.now() - startedMs) / 1000));
  // Awaited below, after the calls of this second have ended.
  deleting.catch(() => undefined);
  const besideMs: number[] = [];
  let errors = 0;
  do {
    const step = await call(STEP_SECONDS);
    besideMs.push(...step.latenciesMs);
    errors += step.errors;
  } while (seconds === 0);
  return { rows: await deleting, seconds, besideMs, errors };
}

export const DELETION_TABLE_HEAD = [
  'Database',
  'Deleted',
  'rows',
  's',
  'calls alone p50 / p99 / max ms',
  'beside it',
  'failed',
];

/** Returns the rows of the table of deletions. */
export function deletionRows({ kind, calm, deletions }: Deletions): string[][] {
  const ms = (values: readonly number[]) =>
    [0.5, 0.99, 1].map((part) => percentile(values, part).toFixed(1)).join(' / ');
  return deletions.map(({ what, rows, seconds, besideMs, errors }) => [
    kind,
    what,
    rows.toLocaleString('en'),
    seconds.toFixed(1),
    ms(calm),
    ms(besideMs),
    String(errors),
  ]);
}
