import { AppError } from '../../../platform/app-error.ts';
import type { Outbound } from '../../../platform/outbound.ts';
import { textOf } from '../../../platform/lenient-json.ts';
import type { OptionStore } from '../../options/options.ts';
import { formatCents } from '../format-cents.ts';
import type { PaymentEvent } from '../payment-event.ts';
import type { RefundClient, RefundReport } from '../payment-provider.ts';
import { PaymentRefusal, requestProvider } from '../request-provider.ts';
import type { OrderRow } from '../../../store/orders-repository.ts';

type QueryOrder = (order: OrderRow) => Promise<PaymentEvent | undefined>;

/**
 * Refunds at gateways of the epay family. The protocol has no number that makes a refund happen once, and a
 * query says only whether an order was refunded. So an order is refunded as a whole, never asked for twice, and
 * an unknown outcome is settled by the order's status.
 */
export function epayRefunds(
  outbound: Outbound,
  options: OptionStore,
  queryOrder: QueryOrder,
): RefundClient {
  const find = async (order: OrderRow): Promise<RefundReport | undefined> => {
    const event = await queryOrder(order);
    if (!event) throw new AppError('payment_failed', {}, { internal: 'epay: order unknown' });
    return event.outcome === 'returned' ? { state: 'succeeded' } : undefined;
  };
  return {
    async request({ order, cents }) {
      const before = await find(order).catch((error: unknown) => {
        // Nothing was sent yet.
        throw new PaymentRefusal('no response', `epay: ${String(error)}`);
      });
      if (before) throw new PaymentRefusal('refunded before', 'epay: refunded before');
      const fields = {
        pid: options.text('EpayId'),
        key: options.text('EpayKey'),
        out_trade_no: order.trade_no,
        money: formatCents(cents),
      };
      const { body } = await requestProvider(outbound, {
        url: `${options.text('PayAddress')}/api.php?act=refund`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      });
      const code = textOf(body.code);
      // Current servers say 0, older ones 1.
      if (code === '0' || code === '1')
        return { state: 'succeeded', reference: textOf(body.refund_no) };
      if (!/^-\d+$/.test(code))
        throw new AppError('payment_failed', {}, { internal: 'epay: a response without a code' });
      const internal = `epay refused a refund with ${code}`;
      return (await find(order)) ?? Promise.reject(new PaymentRefusal(textOf(body.msg), internal));
    },
    find: ({ order }) => find(order),
  };
}
