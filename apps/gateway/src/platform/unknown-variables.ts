import { environmentNames } from './config.ts';

/** A variable that seems meant for the gateway, which does not read it. */
export interface UnknownVariable {
  name: string;
  /** The variable probably meant; undefined if none is similar. */
  meant: string | undefined;
}

/** Names that related gateways use for our variables. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  SQL_DSN: 'DATABASE_URL',
  SQL_MAX_OPEN_CONNS: 'DATABASE_CONNECTIONS',
  SQLITE_PATH: 'DATA_DIR',
  REDIS_CONN_STRING: 'REDIS_URL',
  CRYPTO_SECRET: 'MASTER_KEY',
  INITIAL_ROOT_TOKEN: 'INITIAL_ROOT_PASSWORD',
};
const PREFIX = 'TOLLGATE_';
/** Read by commands against a running gateway. */
const OF_COMMANDS = ['TOLLGATE_SERVER', 'TOLLGATE_ACCESS_TOKEN'];
/** Read by the OTLP library itself, for all signals or for one. */
const OF_COLLECTORS =
  /^OTEL_EXPORTER_OTLP_((TRACES|METRICS)_)?(HEADERS|TIMEOUT|COMPRESSION|CERTIFICATE|CLIENT_KEY|CLIENT_CERTIFICATE)$/;
/** One letter in four may be wrong, as short names resemble many unrelated ones. */
const LETTERS_A_MISTAKE = 4;
const MISTAKES_MAX = 3;

/** Returns the environment variables that are probably misspelled, sorted by name. Ignores their values. */
export function findUnknownVariables(
  env: Readonly<Record<string, string | undefined>>,
): UnknownVariable[] {
  const known = new Set<string>([...environmentNames, ...OF_COMMANDS]);
  return Object.keys(env)
    .filter((name) => !known.has(name) && !name.startsWith('OTEL_') && env[name] !== '')
    .flatMap((name) => {
      const suggestion = ELSEWHERE[name] ?? findLike(name.toUpperCase().replace(PREFIX, ''));
      return suggestion !== undefined || name.startsWith(PREFIX)
        ? [{ name, meant: suggestion }]
        : [];
    })
    .sort((left, right) => left.name.localeCompare(right.name));
}

/** Returns the standard OpenTelemetry variables that are set but have no effect here, sorted by name. */
export function findIgnoredTelemetry(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('OTEL_') && env[name] !== '')
    .filter((name) => !environmentNames.includes(name) && !OF_COLLECTORS.test(name))
    .toSorted();
}

function findLike(name: string): string | undefined {
  return environmentNames.find((known) => {
    const limit = Math.min(MISTAKES_MAX, known.length / LETTERS_A_MISTAKE);
    return distance(name, known, limit) <= limit;
  });
}

/**
 * Edit distance between two words: letters added, dropped, changed or swapped with a neighbor (optimal string
 * alignment). Infinity if it is above `limit`, which most pairs show within a few letters.
 */
function distance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return Infinity;
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const changed = left[i - 1] === right[j - 1] ? 0 : 1;
      let least = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + changed);
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1])
        least = Math.min(least, at(before, j - 2) + 1);
      next.push(least);
    }
    if (Math.min(...next) > limit) return Infinity;
    [before, row] = [row, next];
  }
  return at(row, right.length);
}

const at = (row: readonly number[], index: number) => row[index] ?? Infinity;
