import type { Domain } from '../domain/domain.ts';
import type { ByteBudget } from '../platform/byte-budget.ts';
import type { AdmitContext } from './request/admit.ts';
import type { HistoryContext } from './history/call-history.ts';
import type { RefusalLog } from './errors/refusal-log.ts';
import type { RunContext } from './attempt/run-call.ts';
import type { RuleContext } from './traffic/rule-context.ts';
import type { ContentFilter } from './content-filter/content-filter.ts';

/** What inference calls need of the gateway. */
export interface InferenceContext {
  domain: Domain;
  run: RunContext;
  rules: RuleContext;
  admit: () => AdmitContext;
  contentFilter: ContentFilter;
  refusalLog: RefusalLog;
  /** What conversations carry over from other upstreams. */
  histories: HistoryContext;
  /** Memory for request bodies. */
  bodies: ByteBudget;
}
