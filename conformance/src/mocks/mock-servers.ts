import type {
  RecordedRefusal,
  RecordedRequest,
  Rule,
  Script,
  Simulator,
} from '@tollgate/simulators';
import {
  BACKUP_KEY,
  FIRST_PORT,
  PRIMARY_KEY,
  UPSTREAM_KINDS,
  type UpstreamKind,
  UPSTREAMS,
} from './upstreams.ts';

/** A call that a mock accepted. */
export interface MockCall {
  upstream: UpstreamKind;
  isBackup: boolean;
  /** Id of the case. */
  caseId: string;
  /** Number of the call within the case, across all mocks, from 0; refused calls are not counted. */
  number: number;
  request: RecordedRequest;
  script: Partial<Script>;
}

/** A request that a mock refused. */
export interface MockRefusal {
  upstream: UpstreamKind;
  rule: Rule;
  message: string;
  request: RecordedRequest;
}

/** Decides what a mock responds. */
export type Plan = (call: Omit<MockCall, 'script'>) => Partial<Script>;

/** What the mocks received for one case. */
export interface CaseTrace {
  id: string;
  /** Must be in the first text of the conversation: the mocks use it to identify the case. */
  tag: string;
  calls: MockCall[];
  plan: Plan;
  refusals(): MockRefusal[];
}

export interface MockServers {
  open(plan: Plan): CaseTrace;
  url(kind: UpstreamKind): string;
  close(): Promise<void>;
}

const TAG = /\[case (c\d+x)\]/;

/** Starts all mocks, on fixed ports or (port 0) free ones, of a host. */
export async function startMockServers(
  firstPort: number = FIRST_PORT,
  host = '127.0.0.1',
): Promise<MockServers> {
  const traces = new Map<string, CaseTrace>();
  const simulators = new Map<UpstreamKind, Simulator>();
  let opened = 0;
  const scriptFor = (upstream: UpstreamKind, request: RecordedRequest): Partial<Script> => {
    const trace = traces.get(TAG.exec(request.body)?.[1] ?? '');
    if (!trace) return {};
    const isBackup = JSON.stringify(request.headers).includes(BACKUP_KEY);
    const call = { upstream, isBackup, caseId: trace.id, number: trace.calls.length, request };
    const script = { mark: `${trace.id}${call.number}x`, ...trace.plan(call) };
    trace.calls.push({ ...call, script });
    return script;
  };
  await Promise.all(
    UPSTREAM_KINDS.map(async (kind) => {
      const { portOffset, model, start } = UPSTREAMS[kind];
      const simulator = await start({
        port: firstPort === 0 ? 0 : firstPort + portOffset,
        host,
        apiKeys: [PRIMARY_KEY, BACKUP_KEY],
        models: [model],
        strict: true,
      });
      simulator.script((request) => scriptFor(kind, request));
      simulators.set(kind, simulator);
    }),
  );
  const ids = new WeakMap<RecordedRefusal, string>();
  const idOf = (refusal: RecordedRefusal) => {
    const id = ids.get(refusal) ?? TAG.exec(refusal.request.body)?.[1] ?? '';
    ids.set(refusal, id);
    return id;
  };
  const refusalsOf = (id: string) =>
    UPSTREAM_KINDS.flatMap((upstream) =>
      (simulators.get(upstream)?.refusals ?? [])
        .filter((refusal) => idOf(refusal) === id)
        .map(({ rule, message, request }) => ({ upstream, rule, message, request })),
    );
  return {
    open(plan) {
      const id = `c${(opened += 1)}x`;
      const trace: CaseTrace = {
        id,
        tag: `[case ${id}]`,
        calls: [],
        plan,
        refusals: () => refusalsOf(id),
      };
      traces.set(id, trace);
      return trace;
    },
    url: (kind) => simulators.get(kind)?.url ?? '',
    async close() {
      await Promise.all([...simulators.values()].map((simulator) => simulator.close()));
    },
  };
}
