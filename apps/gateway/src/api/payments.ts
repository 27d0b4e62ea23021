import { endpoints } from '@tollgate/contract';
import {
  listCoins,
  payByCoin,
  readTransaction,
} from '../domain/payments/providers/cryptomus-checkout.ts';
import { quoteOrder } from '../domain/payments/price-order.ts';
import { startPayment } from '../domain/payments/start-payment.ts';
import { formatCents } from '../domain/payments/format-cents.ts';
import { ApiResponse, callerOf, implement } from './context.ts';

/** Returns the same members in `data` and next to it. */
const doubled = <Data extends object>(data: Data) =>
  new ApiResponse(data, { extras: { ...data } as Record<string, unknown> });

export const paymentRoutes = [
  implement(endpoints.getPayableAmount, async (call) => {
    const { payment_method: method, amount } = call.body;
    const quote = quoteOrder(call.domain.options, {
      amount,
      method: method || 'zfb',
      group: callerOf(call).user.group,
    });
    return new ApiResponse(quote.amount, { extras: { currency: quote.currency } });
  }),
  implement(endpoints.pay, async (call) => {
    const { payment_method: method, amount } = call.body;
    const { url = '', fields = {} } = await startPayment(call.domain, callerOf(call).user, {
      method,
      amount,
    });
    return new ApiResponse({ ...fields }, { extras: { url } });
  }),
  implement(endpoints.payWithStablecoin, async (call) => {
    const input = { method: 'usdt', amount: call.body.amount } as const;
    const { url = '' } = await startPayment(call.domain, callerOf(call).user, input);
    return url;
  }),
  implement(endpoints.createPaymentIntent, async (call) => {
    const { amount, request_id: requestId, merchant_order_id: clientOrderId } = call.body;
    const input = { method: 'airwallex', amount, requestId, clientOrderId } as const;
    const started = await startPayment(call.domain, callerOf(call).user, input);
    return doubled({
      id: started.reference ?? '',
      client_secret: started.clientSecret ?? '',
      currency: started.order.currency,
      amount: formatCents(started.order.pay_cents),
    });
  }),
  implement(endpoints.listPaymentCurrencies, async ({ domain }) => listCoins(domain)),
  implement(endpoints.createCryptoTransaction, async (call) => {
    const { amount, currency, network } = call.body;
    const input = { currency, network, amount: Number(amount) };
    return doubled(await payByCoin(call.domain, callerOf(call).user, input));
  }),
  implement(endpoints.getTransactionStatus, async (call) =>
    doubled(await readTransaction(call.domain, callerOf(call).user, call.params.id)),
  ),
  implement(endpoints.listStablecoinLogs, ({ domain }) => domain.payments.usdt.log.read()),
];
