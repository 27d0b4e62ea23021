import { randomInt } from 'node:crypto';
import type { SimulatorRequest, SimulatorResponse } from '../simulator-server.ts';
import type { OrderBook, RefundMode, SimulatedRefunds } from './payment-simulator.ts';

/** An order as such a gateway knows it. */
export interface EpayOrder {
  fields: Record<string, string>;
  tradeNo: string;
  paid: boolean;
  refunded?: true;
  /** What was returned on request, in hundredths. */
  returned?: number;
}

interface EpayRefunds extends SimulatedRefunds {
  serve(call: SimulatorRequest): SimulatorResponse;
}

/** Refunds of an epay gateway: made at once or not at all, without webhooks or numbers of the merchant's. */
export function simulateEpayRefunds(
  orders: OrderBook<EpayOrder>,
  { pid, key }: { pid: string; key: string },
): EpayRefunds {
  let mode: RefundMode = 'made';
  return {
    take: (next) => void (mode = next),
    of: (number) => [orders.get(number)?.returned ?? 0].filter((cents) => cents > 0),
    end: async () => [],
    notify: async () => [],
    serve({ method, text }) {
      const fields = Object.fromEntries(new URLSearchParams(text));
      if (method !== 'POST' || fields.pid !== pid || fields.key !== key)
        return { body: { code: -3, msg: '商户密钥错误' } };
      const order = orders.get(fields.out_trade_no ?? '');
      if (!order?.paid) return { body: { code: -1, msg: '订单未支付' } };
      const cents = Math.round(Number(fields.money) * 100);
      const left = Math.round(Number(order.fields.money) * 100) - (order.returned ?? 0);
      if (mode === 'refused' || !(cents > 0 && cents <= left))
        return { body: { code: -1, msg: '退款金额超出可退金额' } };
      order.returned = (order.returned ?? 0) + cents;
      order.refunded = true;
      if (mode === 'unknown') return { status: 502, body: 'bad gateway' };
      return { body: { code: 0, refund_no: String(randomInt(10 ** 14)), money: fields.money } };
    },
  };
}
