export interface LoadResult {
  requests: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Responses other than 2xx and 3xx, and broken or timed-out connections. */
  errors: number;
}

const UNITS_MS: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Parses the output of wrk with --latency. Throws if it is anything else. */
export function parseWrk(output: string): LoadResult {
  const statusErrors = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0);
  const socketErrors =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/
      .exec(output)
      ?.slice(1)
      .map(Number) ?? [];
  return {
    requests: Number(find(output, /(\d+) requests in /)),
    requestsPerSecond: Number(find(output, /Requests\/sec:\s+([\d.]+)/)),
    p50Ms: toMs(find(output, /\s50%\s+([\d.]+[a-z]+)/)),
    p99Ms: toMs(find(output, /\s99%\s+([\d.]+[a-z]+)/)),
    errors: statusErrors + socketErrors.reduce((sum, count) => sum + count, 0),
  };
}

function find(output: string, pattern: RegExp): string {
  const match = pattern.exec(output)?.[1];
  if (match === undefined)
    throw new Error(`wrk printed something else: ${output.trim().slice(0, 300)}`);
  return match;
}

function toMs(text: string): number {
  const [, number, unit] = /^([\d.]+)([a-z]+)$/.exec(text) ?? [];
  return Number(number) * (UNITS_MS[unit ?? ''] ?? Number.NaN);
}
