import { startPlainMock } from '../mock-plain.ts';
import { median } from '../median.ts';
import { percentile } from '../percentile.ts';
import { renderTable } from '../table.ts';
import type { RunningTarget } from '../target.ts';
import { nginxTarget } from '../targets/nginx-target.ts';
import { tollgateTarget } from '../targets/tollgate-target.ts';
import type { Trial } from '../trial.ts';
import { BENCH_MODEL, WORKLOADS } from '../workloads.ts';
import { type OpenLoopResult, runOpenLoop } from './open-loop.ts';

const HOLD = { p50: 0.3, p99: 2 };
const AIM = { p50: 0.15, p99: 1 };
const PATH = '/v1/chat/completions';
/** V8 compiles hot code for some seconds; measurements start after that. */
const WARM_UP_SECONDS = 10;

const WAYS = ['upstream itself', 'nginx proxy_pass', 'through the gateway'] as const;
type Way = (typeof WAYS)[number];
/** Latencies of each way in a round; nginx shows what any proxy costs on this machine. */
type Round = Record<Way, OpenLoopResult>;

/**
 * Measures the latency that the gateway adds at a steady rate, alternating with the same calls sent directly
 * to the upstream.
 */
export const latencyTrial: Trial = {
  name: 'latency',
  title: 'Added latency at a steady pace',
  options: { rate: 2000, seconds: 10, rounds: 5 },
  async run(stage, { rate = 2000, seconds = 10, rounds = 5 }, print) {
    const body = WORKLOADS.find(({ name }) => name === 'non-stream')?.body ?? '';
    const mock = await startPlainMock(stage);
    const options = { stage, upstream: mock.url, model: BENCH_MODEL };
    const nginx = await nginxTarget.start(options);
    const gateway = await tollgateTarget.start(options);
    const targets: Record<Way, Pick<RunningTarget, 'url' | 'headers'>> = {
      'upstream itself': { url: mock.url, headers: {} },
      'nginx proxy_pass': nginx,
      'through the gateway': gateway,
    };
    const call = (way: Way, forSeconds: number) => {
      const { url, headers } = targets[way];
      return runOpenLoop({ url: url + PATH, headers, body, rate, seconds: forSeconds });
    };
    try {
      for (const way of WAYS) await call(way, WARM_UP_SECONDS);
      const measured: Round[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const results = {} as Round;
        for (const way of WAYS) results[way] = await call(way, seconds);
        measured.push(results);
        print(`  round ${round}: ${describeRound(results)}`);
      }
      return render(measured, { rate, seconds, rounds });
    } finally {
      await gateway.stop();
      await nginx.stop();
      await mock.stop();
    }
  },
};

const milliseconds = (value: number) => `${value.toFixed(2)} ms`;

function addedIn(round: Round, way: Way, part: number): number {
  const at = (which: Way) => percentile(round[which].latenciesMs, part);
  return at(way) - at('upstream itself');
}

function describeRound(round: Round): string {
  return WAYS.slice(1)
    .map(
      (way) =>
        `${way} adds ${milliseconds(addedIn(round, way, 0.5))} / ${milliseconds(addedIn(round, way, 0.99))}`,
    )
    .join(', ');
}

/** Medians of the rounds. */
function render(
  rounds: readonly Round[],
  { rate, seconds, rounds: count }: { rate: number; seconds: number; rounds: number },
): string {
  const added = (way: Way, part: number) =>
    median(rounds.map((round) => addedIn(round, way, part)));
  const errors = rounds
    .flatMap((round) => WAYS.map((way) => round[way].errors))
    .reduce((sum, more) => sum + more, 0);
  const figures = ([50, 99] as const).map((part) => {
    const measured = added('through the gateway', part / 100);
    const name = `p${part}` as const;
    return [
      `added at ${rate} calls/s, ${name}`,
      ...[measured, HOLD[name], AIM[name]].map(milliseconds),
      judge(measured, { hold: HOLD[name], aim: AIM[name], errors }),
    ];
  });
  const ways = WAYS.map((way) => [
    way,
    ...[0.5, 0.99].map((part) =>
      median(rounds.map((round) => percentile(round[way].latenciesMs, part))).toFixed(2),
    ),
    ...[0.5, 0.99].map((part) => added(way, part).toFixed(2)),
  ]);
  return [
    `${rate} calls a second for ${seconds} s, ${count} rounds, each in turn to the upstream itself, through nginx and through the gateway, both on the same core. A call counts from the moment it was due. Errors: ${errors}.`,
    renderTable(['What', 'Measured', 'Hold', 'Aim', 'Verdict'], figures),
    renderTable(['Way', 'p50 ms', 'p99 ms', 'added p50', 'added p99'], ways),
  ].join('\n\n');
}

function judge(
  measured: number,
  { hold, aim, errors }: { hold: number; aim: number; errors: number },
): string {
  if (errors > 0) return 'ERRORS';
  if (measured <= aim) return 'aim reached';
  return measured <= hold ? 'holds' : 'BELOW';
}
