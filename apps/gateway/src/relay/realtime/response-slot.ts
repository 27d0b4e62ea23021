import type { Price } from '@tollgate/pricing';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { Admission } from '../../domain/limits/rate-limiter.ts';
import type { Reservation } from '../../domain/wallet/wallet.ts';

/** Quota and a slot among the running calls, for one response of a realtime session. */
export interface ResponseSlot {
  readonly holder: ApiKeyHolder;
  readonly price: Price;
  readonly reservation: Reservation;
  readonly admission: Admission;
  startedAt: number;
  /** What the reservation pays for. Tokens at most. */
  promptTokens: number;
  responseTokens: number;
}
