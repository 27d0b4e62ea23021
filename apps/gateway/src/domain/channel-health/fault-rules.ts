import type { UpstreamFault } from '@tollgate/dialects';
import type { FaultRule } from './circuit-breaker.ts';

/**
 * What a fault speaks against: the whole channel, the one model on it, the credential that was
 * used, or nothing of ours (the call itself was wrong). On a channel with a single credential a
 * dead one is the channel's end, and a limited or locked one only closes the model.
 */
export type FaultScope = 'channel' | 'model' | 'key' | 'call';

export interface FaultVerdict {
  readonly scope: FaultScope;
  readonly rule: FaultRule;
}

/** The scope on a channel that has no second credential. */
export function scopeWithOneKey(scope: FaultScope, { bannable }: UpstreamFault): FaultScope {
  if (scope !== 'key') return scope;
  return bannable ? 'channel' : 'model';
}

const MINUTE_MS = 60_000;

/** Trouble that may pass in a moment: some in a row are needed. */
const passing: FaultRule = { threshold: 3, baseMs: 5_000, maxMs: 5 * MINUTE_MS };
/** The upstream said no and will say so again: once is enough. */
const busy: FaultRule = { threshold: 1, baseMs: 5_000, maxMs: 5 * MINUTE_MS };
const missing: FaultRule = { threshold: 1, baseMs: MINUTE_MS, maxMs: 30 * MINUTE_MS };
const refused: FaultRule = { threshold: 1, baseMs: MINUTE_MS, maxMs: 60 * MINUTE_MS };

/** The code of a stream that brought nothing before its deadline. */
export const FIRST_TOKEN_TIMEOUT = 'first_token_timeout';
/** The code of an answer that was not complete before its deadline. */
export const ANSWER_TIMEOUT = 'answer_timeout';
/** A deadline of our own: another model of the channel may be in time. */
const DEADLINES = new Set<string | null>([FIRST_TOKEN_TIMEOUT, ANSWER_TIMEOUT]);

/** Whether an upstream took the call and did not answer in time. */
export function isDeadline({ code }: Pick<UpstreamFault, 'code'>): boolean {
  return DEADLINES.has(code);
}

/** Decides what a fault means for later calls. */
export function judgeFault({ kind, code }: UpstreamFault): FaultVerdict {
  switch (kind) {
    case 'auth':
    case 'quota':
      return { scope: 'key', rule: refused };
    case 'rate-limit':
      return { scope: 'key', rule: busy };
    case 'not-found':
      return { scope: 'model', rule: missing };
    case 'overload':
      return { scope: 'model', rule: passing };
    case 'timeout':
      return { scope: DEADLINES.has(code) ? 'model' : 'channel', rule: passing };
    case 'network':
    case 'server':
    case 'bad-response':
      return { scope: 'channel', rule: passing };
    case 'invalid-request':
    case 'content-filter':
      return { scope: 'call', rule: passing };
  }
}

/**
 * Whether the upstream itself said what a fault says, so that other nodes need not ask it again.
 * Networks, timeouts and broken answers may be this node's own trouble.
 */
export function isUpstreamsWord({ kind }: UpstreamFault): boolean {
  return kind !== 'network' && kind !== 'timeout' && kind !== 'bad-response';
}

/** Of a minute's calls on a channel, at least so many faults and this share of all begin a cooldown. */
export const WINDOW_FAULTS_MIN = 5;
export const WINDOW_FAULT_SHARE = 0.5;
/** The longest wait that an upstream can ask for; afterwards one trial call asks again. */
export const RETRY_AFTER_MAX_MS = 60 * MINUTE_MS;
