import { parseArgs } from 'node:util';
import { BenchError } from './bench-error.ts';
import { WORKLOADS } from './workloads.ts';

export const COLD_START = 'cold-start';

export interface BenchArguments {
  /** Names of what to measure; everything when empty. */
  only: readonly string[];
  seconds: number;
  rounds: number;
  write: boolean;
  profile: boolean;
}

const NAMES: readonly string[] = [...WORKLOADS.map(({ name }) => name), COLD_START];

/** Reads the command line. Throws BenchError on what makes no sense. */
export function readArguments(args: readonly string[]): BenchArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      write: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
    },
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

function readCount(name: string, text: string, max: number): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > max)
    throw new BenchError(`--${name} takes a whole number from 1 to ${max}`);
  return count;
}
