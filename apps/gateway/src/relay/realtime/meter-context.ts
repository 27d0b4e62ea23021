import type { Price } from '@tollgate/pricing';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { RateLimiter } from '../../domain/limits/rate-limiter.ts';
import type { Wallet } from '../../domain/wallet/wallet.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SettleContext } from '../billing/settle-call.ts';
import type { Attempt } from '../attempt/logged-attempt.ts';
import type { TraceContext } from '../request/trace-context.ts';
import type { RouteTrace } from '../routing/route-trace.ts';

/** What all responses of a session have in common. */
export interface SessionFacts {
  readonly requestId: string;
  /** Our unique id of the session's call. */
  readonly callId: string;
  readonly traceContext: TraceContext | undefined;
  readonly path: string;
  readonly address: string;
  readonly model: string;
  readonly attempts: Attempt[];
  readonly trace: RouteTrace;
}

export interface MeterContext extends SettleContext {
  wallet: Wallet;
  clock: Pick<Clock, 'elapsedMs' | 'after'>;
  limiter: RateLimiter;
  preConsumedQuota: () => number;
  /** Returns the holder of the key, as last looked up. */
  holder: () => ApiKeyHolder;
  /** Returns the current holder. Throws AppError when the key may not continue. */
  admit: () => Promise<ApiKeyHolder>;
  /** Returns the current price of the session's model. Throws AppError. */
  price: (holder: ApiKeyHolder) => Price;
  /** Returns what `price` returned last, for what runs already, whatever became of its price. */
  lastPrice: () => Price;
  /** Returns the price of a model used alongside it; undefined if it has none. */
  modelPrice: (holder: ApiKeyHolder, model: string) => Price | undefined;
}
