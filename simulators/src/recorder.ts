import type { IncomingHttpHeaders } from 'node:http';
import type { Rule } from './rules/rule.ts';

export interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** For a form: one character per byte. */
  body: string;
}

/** A request that broke a rule. */
export interface RecordedRefusal {
  rule: Rule;
  /** The text of the response. */
  message: string;
  request: RecordedRequest;
}

export interface SimulatorStats {
  /** Calls received, including refused ones. */
  calls: number;
  /** Calls whose response has not ended. */
  open: number;
  /** Calls whose client disconnected before the response ended. */
  abandoned: number;
  /** Open connections. */
  connections: number;
}

export interface Recorder {
  /** The newest 1,000 requests, oldest first. */
  readonly requests: RecordedRequest[];
  record(request: RecordedRequest): void;
  readonly refusals: RecordedRefusal[];
  recordRefusal(refusal: RecordedRefusal): void;
  change(by: Partial<SimulatorStats>): void;
  stats(): SimulatorStats;
  /** Resolves once the statistics satisfy the condition, now or after a later change. */
  until(condition: (stats: SimulatorStats) => boolean): Promise<void>;
}

const REQUESTS_KEPT = 1000;

/** Records what a simulator received, within limits. */
export function createRecorder(): Recorder {
  const requests: RecordedRequest[] = [];
  const refusals: RecordedRefusal[] = [];
  const current: SimulatorStats = { calls: 0, open: 0, abandoned: 0, connections: 0 };
  let watchers: { condition: (stats: SimulatorStats) => boolean; resolve: () => void }[] = [];

  return {
    requests,
    record(request) {
      requests.push(request);
      if (requests.length > REQUESTS_KEPT) requests.shift();
    },
    refusals,
    recordRefusal(refusal) {
      refusals.push(refusal);
      if (refusals.length > REQUESTS_KEPT) refusals.shift();
    },
    change(by) {
      for (const name of Object.keys(by) as (keyof SimulatorStats)[])
        current[name] += by[name] ?? 0;
      const met = watchers.filter(({ condition }) => condition(current));
      watchers = watchers.filter((watcher) => !met.includes(watcher));
      for (const { resolve } of met) resolve();
    },
    stats: () => ({ ...current }),
    until: (condition) =>
      new Promise((resolve) => {
        if (condition(current)) resolve();
        else watchers.push({ condition, resolve });
      }),
  };
}
