import type { OrderDetail } from '@tollgate/contract';
import { randomUUID } from 'node:crypto';
import { nowSeconds } from '../src/platform/clock.ts';
import { findLedgerDifferences } from '../src/store/ledger-repository.ts';
import { reconcileRefunds } from '../src/domain/payments/refunds/ask-for-refund.ts';
import type { ApiResponse, Client, TestGateway } from './test-gateway.ts';

/** Fields of a request to refund an order, by default all that is left of it. */
export type RefundFields = Partial<{
  cents: number;
  take_quota: boolean;
  request_id: string;
  refunded_cents: number;
}>;

/** What refunds of an order are asserted with. */
export interface RefundScene {
  /** Requests a refund of an order by our number of it, as the super admin or somebody else. */
  refund(number: string, fields?: RefundFields, who?: Client): Promise<ApiResponse>;
  detail(number: string): Promise<OrderDetail>;
  /** Runs the job that settles refunds of unknown outcome. */
  reconcile(): Promise<void>;
  /** Returns what differs between ledger and balances. */
  differences(): Promise<unknown[]>;
}

export function refundScene(gateway: TestGateway): RefundScene {
  const { domain } = gateway.app;
  const orderOf = (number: string) =>
    domain.store.db
      .selectFrom('orders')
      .selectAll()
      .where('trade_no', '=', number)
      .executeTakeFirstOrThrow();
  return {
    async refund(number, fields = {}, who = gateway.root) {
      const { id, pay_cents: paid, refunded_cents: refunded } = await orderOf(number);
      // As if the identity had just been confirmed, however far the test's clock has moved.
      await domain.store.db
        .updateTable('sessions')
        .set({ confirmed_at: nowSeconds(domain.clock) })
        .where('user_id', '=', who.id)
        .execute();
      return who.call('POST', `/api/order/${id}/provider-refund`, {
        cents: paid - refunded,
        reason: 'as they asked',
        request_id: randomUUID(),
        refunded_cents: refunded,
        ...fields,
      });
    },
    async detail(number) {
      const { id } = await orderOf(number);
      const { body } = await gateway.root.call('GET', `/api/order/${id}`);
      return body.data as unknown as OrderDetail;
    },
    reconcile: () => reconcileRefunds(domain, new AbortController().signal),
    differences: () => findLedgerDifferences(domain.store.db),
  };
}
