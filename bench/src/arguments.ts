import { parseArgs, type ParseArgsConfig } from 'node:util';
import { BenchError } from './bench-error.ts';
import type { Trial } from './trial.ts';
import { WORKLOADS } from './workloads.ts';

export const COLD_START = 'cold-start';

export interface BenchArguments {
  /** Names of what to measure; everything if empty. */
  only: readonly string[];
  seconds: number;
  rounds: number;
  write: boolean;
  profile: boolean;
}

const TRIAL_MAX = 100_000_000;
const NAMES: readonly string[] = [...WORKLOADS.map(({ name }) => name), COLD_START];

export interface TrialArguments {
  options: Readonly<Record<string, number>>;
  write: boolean;
}

/** Parses the command line of a trial, after its name. Throws BenchError on invalid arguments. */
export function readTrialArguments(trial: Trial, args: readonly string[]): TrialArguments {
  const { values } = parse(args, {
    ...Object.fromEntries(
      Object.keys(trial.options).map((name) => [name, { type: 'string' as const }]),
    ),
    write: { type: 'boolean', default: false },
  });
  const options = Object.entries(trial.options).map(([name, usual]) => {
    const text = (values as Record<string, unknown>)[name];
    return [name, typeof text === 'string' ? readCount(name, text, TRIAL_MAX) : usual] as const;
  });
  return { options: Object.fromEntries(options), write: values.write };
}

/** Parses the command line. Throws BenchError on invalid arguments. */
export function readArguments(args: readonly string[]): BenchArguments {
  const { values } = parse(args, {
    only: { type: 'string', multiple: true },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  });
  const unknown = values.only?.find((name) => !NAMES.includes(name));
  if (unknown !== undefined)
    throw new BenchError(`--only ${unknown}: there are ${NAMES.join(', ')}`);
  if (values.write && values.only)
    throw new BenchError('--write needs the whole run, without --only');
  return {
    only: values.only ?? [],
    seconds: readCount('seconds', values.seconds, 60),
    rounds: readCount('rounds', values.rounds, 15),
    write: values.write,
    profile: values.profile,
  };
}

/** Throws BenchError listing the known options if one is unknown. */
function parse<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options });
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`);
    throw new BenchError(`${(error as Error).message}\nThere are ${known.join(', ')}.`);
  }
}

function readCount(name: string, text: string, max: number): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > max)
    throw new BenchError(`--${name} takes a whole number from 1 to ${max}`);
  return count;
}
