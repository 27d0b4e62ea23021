import type { ColdStart } from './cold-start.ts';
import { median } from './median.ts';
import type { WorkloadResult } from './run-workload.ts';
import type { Target } from './target.ts';
import type { Workload } from './workloads.ts';

export interface Figure {
  what: string;
  measured: number;
  hold: number;
  aim: number;
  /** How the value is formatted. */
  unit: 'ratio' | 'times' | 'seconds';
  /** Whether less is better. */
  lower: boolean;
}

interface Ratio {
  what: string;
  workload: Workload['name'];
  against: Target['name'];
  hold: number;
  aim: number;
  unit: Figure['unit'];
}

/** Limits set by the architecture. */
const RATIOS: readonly Ratio[] = [
  {
    what: 'non-stream, full path ÷ nginx proxy_pass',
    workload: 'non-stream',
    against: 'nginx',
    hold: 0.22,
    aim: 0.45,
    unit: 'ratio',
  },
  {
    what: 'non-stream, full path ÷ Portkey',
    workload: 'non-stream',
    against: 'portkey',
    hold: 12,
    aim: 25,
    unit: 'times',
  },
  {
    what: 'non-stream, full path ÷ bare skeleton',
    workload: 'non-stream',
    against: 'skeleton',
    hold: 0.9,
    aim: 1.3,
    unit: 'ratio',
  },
  {
    what: 'streams of 40 tokens ÷ bare skeleton',
    workload: 'streams',
    against: 'skeleton',
    hold: 0.55,
    aim: 0.9,
    unit: 'ratio',
  },
  {
    what: '110 kB bodies ÷ bare skeleton',
    workload: 'large-bodies',
    against: 'skeleton',
    hold: 0.85,
    aim: 1.1,
    unit: 'ratio',
  },
];
const COLD_START = { hold: 1.2, aim: 0.6, unit: 'seconds', lower: true } as const;

/** Computes the figures that could be measured; those of targets skipped or with errors are missing. */
export function computeFigures(
  results: readonly WorkloadResult[],
  coldStart: ColdStart | string | undefined,
): Figure[] {
  const ratios = RATIOS.flatMap((ratio) => {
    const measured = ratioOf(results, ratio);
    return measured === undefined
      ? []
      : [
          {
            what: ratio.what,
            measured,
            hold: ratio.hold,
            aim: ratio.aim,
            unit: ratio.unit,
            lower: false,
          },
        ];
  });
  if (typeof coldStart !== 'object') return ratios;
  return [
    ...ratios,
    {
      what: 'cold start to /healthz, empty folder',
      measured: coldStart.firstBootMs / 1000,
      ...COLD_START,
    },
    {
      what: 'cold start to /healthz, filled folder',
      measured: coldStart.laterStartMs / 1000,
      ...COLD_START,
    },
  ];
}

/**
 * Returns the median of the rounds' ratios: both sides of each were measured within seconds of each other.
 */
function ratioOf(
  results: readonly WorkloadResult[],
  { workload, against }: Ratio,
): number | undefined {
  const measured = results.find((result) => result.workload.name === workload)?.measured ?? [];
  const ownSamples = samplesOf(measured, 'tollgate');
  const othersSamples = samplesOf(measured, against);
  if (!ownSamples || !othersSamples) return undefined;
  return median(
    ownSamples.map(
      ({ requestsPerSecond }, round) =>
        requestsPerSecond / (othersSamples[round]?.requestsPerSecond ?? Number.NaN),
    ),
  );
}

/** Returns the samples of a target; none if a call failed, because errors are fast. */
function samplesOf(measured: WorkloadResult['measured'], name: Target['name']) {
  const samples = measured.find(({ target }) => target.name === name)?.samples;
  return samples?.length && samples.every(({ errors }) => errors === 0) ? samples : undefined;
}

/** Compares a figure with its limits. */
export function judge({ measured, hold, aim, lower }: Figure): 'aim reached' | 'holds' | 'BELOW' {
  const reaches = (limit: number) => (lower ? measured <= limit : measured >= limit);
  if (reaches(aim)) return 'aim reached';
  return reaches(hold) ? 'holds' : 'BELOW';
}
