import type { Domain } from '../domain/domain.ts';
import type { ByteBudget } from '../platform/byte-budget.ts';
import type { AdmitContext } from './request/admit.ts';
import type { PlaygroundSessions } from './request/playground-sessions.ts';
import type { HistoryContext } from './history/call-history.ts';
import type { RefusalLog } from './errors/refusal-log.ts';
import type { RunContext } from './attempt/run-call.ts';
import type { RuleContext } from './traffic/rule-context.ts';
import type { ContentFilter } from './content-filter/content-filter.ts';

/** Services of the gateway that inference calls use. */
export interface InferenceContext {
  domain: Domain;
  run: RunContext;
  rules: RuleContext;
  admit: () => AdmitContext;
  sessions: PlaygroundSessions;
  contentFilter: ContentFilter;
  refusalLog: RefusalLog;
  /** What conversations carry over from other upstreams. */
  histories: HistoryContext;
  /** Memory budget for request bodies. */
  bodies: ByteBudget;
}
