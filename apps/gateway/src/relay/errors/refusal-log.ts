import { languageOf } from '../../domain/error-texts.ts';
import { observeOutcome, observeRefusal } from '../metrics/relay-metrics.ts';
import type { RelayRequest } from '../relay-call.ts';
import { toCallerError } from './caller-error.ts';
import type { CallerError } from './caller-error-fields.ts';
import { findRoute } from '../request/routes.ts';
import type { Caller } from '../caller.ts';
import type { TraceContext } from '../request/trace-context.ts';
import { recordFailure, type SettleContext, type SettledCall } from '../billing/settle-call.ts';

/** A call that was refused before it started. Not logged without a caller, as log rows belong to a key. */
export interface RefusedCall {
  readonly requestId: string;
  readonly path: string;
  readonly caller?: Pick<Caller, 'holder' | 'address' | 'startedAt'> | undefined;
  readonly traceContext?: TraceContext | undefined;
  /** Empty if unknown. */
  readonly model: string;
  readonly stream: boolean;
  readonly payload?: SettledCall['payload'];
}

interface RefusalCount {
  readonly atMs: number;
  /** Later refusals that were not logged. */
  unlogged: number;
}

/** One log row per key, reason and interval; the next row counts those in between. */
const EVERY_MS = 10_000;
const REMEMBERED_MAX = 10_000;
/** Most characters of the requested path and model that are logged; real ones are shorter. */
const PATH_LENGTH_MAX = 300;
const MODEL_LENGTH_MAX = 200;
/** Codes that are not logged: the log can't be written then, or the cause ends with the process. */
const NEVER_LOGGED = new Set(['books_unavailable', 'database_unavailable', 'restarting']);

/** Counts calls that were refused before they started, and logs them for their key. */
export class RefusalLog {
  readonly #context: SettleContext;
  readonly #counts = new Map<string, RefusalCount>();

  constructor(context: SettleContext) {
    this.#context = context;
  }

  /** Logs a refused request and returns the error for its caller. */
  recordRequest(incoming: RelayRequest, error: unknown): CallerError {
    const fault = toCallerError(error, languageOf(incoming.request.headers['accept-language']));
    const { caller, model } = incoming;
    this.record({ ...incoming, caller, model, stream: false }, fault);
    return fault;
  }

  /** Logs a refused call whose caller has received the error. */
  record(call: RefusedCall, error: CallerError): void {
    const fault = { ...error, ...error.logged };
    observeOutcome(kindOf(call.path), 'refused');
    observeRefusal(fault.code);
    if (!call.caller || NEVER_LOGGED.has(fault.code)) return;
    const unlogged = this.#countOf(`${call.caller.holder.apiKeyId} ${fault.code}`);
    if (unlogged === undefined) return;
    const { requestId, traceContext, caller, stream, payload } = call;
    const [path, model] = [
      call.path.slice(0, PATH_LENGTH_MAX),
      call.model.slice(0, MODEL_LENGTH_MAX),
    ];
    const row = {
      ...NOTHING,
      ...caller,
      requestId,
      traceContext,
      payload,
      path,
      clientRequest: { model, stream },
    };
    recordFailure(this.#context, row, fault, unlogged === 0 ? {} : { unlogged });
  }

  /**
   * Returns how many refusals of a kind were not logged since its last row; undefined if this one is not
   * logged either.
   */
  #countOf(kind: string): number | undefined {
    const atMs = this.#context.nowMs();
    const before = this.#counts.get(kind);
    if (before && Math.abs(atMs - before.atMs) < EVERY_MS) {
      before.unlogged += 1;
      return undefined;
    }
    this.#counts.delete(kind);
    if (this.#counts.size >= REMEMBERED_MAX) {
      const [oldest] = this.#counts.keys();
      if (oldest !== undefined) this.#counts.delete(oldest);
    }
    this.#counts.set(kind, { atMs, unlogged: 0 });
    return before?.unlogged ?? 0;
  }
}

const NOTHING = {
  firstTokenMs: undefined,
  trace: undefined,
  attempts: [],
  used: { tokens: 0, quota: 0 },
};

/** Returns the kind of a call for the metrics, whose number is bounded whatever paths are requested. */
function kindOf(path: string): string {
  const route = findRoute(path);
  if (!route) return 'unknown';
  return route.name === 'inference' ? route.kind : route.name;
}
