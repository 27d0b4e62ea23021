import type { UpstreamFault } from '@tollgate/dialects';
import type { FaultRule } from './circuit-breaker.ts';

/**
 * What a fault counts against: the whole channel, one model on it, the key used, or nothing (the call itself
 * was wrong). On a channel with a single key, a dead key disables the channel, and a limited or locked one
 * only blocks the model.
 */
export type FaultScope = 'channel' | 'model' | 'key' | 'call';

export interface FaultVerdict {
  readonly scope: FaultScope;
  readonly rule: FaultRule;
}

/** Returns the scope on a channel with a single key. */
export function scopeWithOneKey(scope: FaultScope, { bannable }: UpstreamFault): FaultScope {
  if (scope !== 'key') return scope;
  return bannable ? 'channel' : 'model';
}

const MINUTE_MS = 60_000;

/** Transient trouble: several faults in a row start a cooldown. */
const transientRule: FaultRule = { threshold: 3, baseMs: 5_000, maxMs: 5 * MINUTE_MS };
/** The upstream refused and would do so again: one fault starts a cooldown. */
const busy: FaultRule = { threshold: 1, baseMs: 5_000, maxMs: 5 * MINUTE_MS };
const missingRule: FaultRule = { threshold: 1, baseMs: MINUTE_MS, maxMs: 30 * MINUTE_MS };
const refusalRule: FaultRule = { threshold: 1, baseMs: MINUTE_MS, maxMs: 60 * MINUTE_MS };

/** The code of a stream that produced nothing before its deadline. */
export const FIRST_TOKEN_TIMEOUT = 'first_token_timeout';
/** The code of a response that was not complete before its deadline. */
export const ANSWER_TIMEOUT = 'answer_timeout';
/** Faults by our own deadlines: another model of the channel may be fast enough. */
const DEADLINES = new Set<string | null>([FIRST_TOKEN_TIMEOUT, ANSWER_TIMEOUT]);

/** Whether an upstream accepted the call and did not respond in time. */
export function isDeadline({ code }: Pick<UpstreamFault, 'code'>): boolean {
  return DEADLINES.has(code);
}

/** Decides what a fault means for later calls. */
export function judgeFault(fault: UpstreamFault): FaultVerdict {
  const { kind, code, onlyThisCall, byFirewall } = fault;
  if (onlyThisCall) return { scope: 'call', rule: transientRule };
  // Either it refuses this gateway, or what one client wrote.
  if (byFirewall) return { scope: 'model', rule: transientRule };
  switch (kind) {
    case 'auth':
    case 'quota':
      return { scope: 'key', rule: refusalRule };
    case 'rate-limit':
      return { scope: 'key', rule: busy };
    case 'not-found':
      return { scope: 'model', rule: missingRule };
    case 'overload':
      return { scope: 'model', rule: transientRule };
    case 'timeout':
      return { scope: DEADLINES.has(code) ? 'model' : 'channel', rule: transientRule };
    case 'network':
    case 'server':
    case 'bad-response':
      return { scope: 'channel', rule: transientRule };
    case 'invalid-request':
    case 'content-filter':
      return { scope: 'call', rule: transientRule };
  }
}

/** Whether another key of the same channel may succeed, even if the fault counts against none. */
export function isOfKey({ kind, byFirewall }: UpstreamFault): boolean {
  return !byFirewall && (kind === 'auth' || kind === 'quota' || kind === 'rate-limit');
}

/**
 * Whether the fault is the upstream's own verdict, so that other nodes need not ask it again. Network
 * errors, timeouts and broken responses may be local to this node.
 */
export function isUpstreamVerdict({ kind }: UpstreamFault): boolean {
  return kind !== 'network' && kind !== 'timeout' && kind !== 'bad-response';
}

/**
 * A cooldown starts when at least this many calls of a channel failed within a minute, and this share of
 * them.
 */
export const WINDOW_FAULTS_MIN = 5;
export const WINDOW_FAULT_SHARE = 0.5;
/** The longest wait that an upstream can ask for; afterwards a single probe asks again. */
export const RETRY_AFTER_MAX_MS = 60 * MINUTE_MS;
