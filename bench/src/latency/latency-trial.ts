import { startPlainMock } from '../mock-plain.ts';
import { median } from '../median.ts';
import { percentile } from '../percentile.ts';
import { renderTable } from '../table.ts';
import { tollgateTarget } from '../targets/tollgate-target.ts';
import type { Trial } from '../trial.ts';
import { BENCH_MODEL, WORKLOADS } from '../workloads.ts';
import { type OpenLoopResult, runOpenLoop } from './open-loop.ts';

const HOLD = { p50: 0.3, p99: 2 };
const AIM = { p50: 0.15, p99: 1 };
const PATH = '/v1/chat/completions';
/** The engine compiles what runs often for some seconds; a steady pace begins after that. */
const WARM_UP_SECONDS = 10;

interface Round {
  direct: OpenLoopResult;
  gateway: OpenLoopResult;
}

/** What the gateway adds to a call at a steady pace: the same calls go to the upstream itself in turns. */
export const latencyTrial: Trial = {
  name: 'latency',
  title: 'Added latency at a steady pace',
  options: { rate: 2000, seconds: 10, rounds: 5 },
  async run(stage, { rate = 2000, seconds = 10, rounds = 5 }, say) {
    const body = WORKLOADS.find(({ name }) => name === 'non-stream')?.body ?? '';
    const mock = await startPlainMock(stage);
    const gateway = await tollgateTarget.start({ stage, upstream: mock.url, model: BENCH_MODEL });
    const call = (url: string, headers: Record<string, string>, forSeconds: number) =>
      runOpenLoop({ url: url + PATH, headers, body, rate, seconds: forSeconds });
    try {
      await call(mock.url, {}, WARM_UP_SECONDS);
      await call(gateway.url, gateway.headers, WARM_UP_SECONDS);
      const measured: Round[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const direct = await call(mock.url, {}, seconds);
        measured.push({ direct, gateway: await call(gateway.url, gateway.headers, seconds) });
        say(`  round ${round}: ${JSON.stringify(describe(measured.slice(-1)))}`);
      }
      return render(describe(measured), { rate, seconds, rounds });
    } finally {
      await gateway.stop();
      await mock.stop();
    }
  },
};

interface Latencies {
  direct: Record<'p50' | 'p99', number>;
  gateway: Record<'p50' | 'p99', number>;
  added: Record<'p50' | 'p99', number>;
  errors: number;
}

/** Medians of the rounds. */
function describe(rounds: readonly Round[]): Latencies {
  const at = (part: number, which: keyof Round) =>
    median(rounds.map((round) => percentile(round[which].latenciesMs, part)));
  const added = (part: number) =>
    median(
      rounds.map(
        ({ direct, gateway }) =>
          percentile(gateway.latenciesMs, part) - percentile(direct.latenciesMs, part),
      ),
    );
  return {
    direct: { p50: at(0.5, 'direct'), p99: at(0.99, 'direct') },
    gateway: { p50: at(0.5, 'gateway'), p99: at(0.99, 'gateway') },
    added: { p50: added(0.5), p99: added(0.99) },
    errors: rounds.reduce((sum, { direct, gateway }) => sum + direct.errors + gateway.errors, 0),
  };
}

function render(
  { direct, gateway, added, errors }: Latencies,
  { rate, seconds, rounds }: { rate: number; seconds: number; rounds: number },
): string {
  const milliseconds = (value: number) => `${value.toFixed(2)} ms`;
  const judge = (part: 'p50' | 'p99') =>
    errors > 0
      ? 'ERRORS'
      : added[part] <= AIM[part]
        ? 'aim reached'
        : added[part] <= HOLD[part]
          ? 'holds'
          : 'BELOW';
  const figures = (['p50', 'p99'] as const).map((part) => [
    `added at ${rate} calls/s, ${part}`,
    milliseconds(added[part]),
    milliseconds(HOLD[part]),
    milliseconds(AIM[part]),
    judge(part),
  ]);
  return [
    `${rate} calls a second for ${seconds} s, ${rounds} rounds, each in turn to the upstream itself and through the gateway. A call counts from the moment it was due. Errors: ${errors}.`,
    renderTable(['What', 'Measured', 'Hold', 'Aim', 'Verdict'], figures),
    renderTable(
      ['Way', 'p50 ms', 'p99 ms'],
      [
        ['upstream itself', direct.p50.toFixed(2), direct.p99.toFixed(2)],
        ['through the gateway', gateway.p50.toFixed(2), gateway.p99.toFixed(2)],
      ],
    ),
  ].join('\n\n');
}
