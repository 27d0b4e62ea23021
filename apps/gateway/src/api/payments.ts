import { endpoints } from '@tollgate/contract';
import { listCoins, payByCoin, readTransaction } from '../domain/payments/crypto-transaction.ts';
import { quoteOrder } from '../domain/payments/price-order.ts';
import { payByCard, payByEpay, payByStablecoin } from '../domain/payments/start-payment.ts';
import { Answer, callerOf, implement } from './context.ts';

/** The same in `data` and beside it. */
const doubled = <Data extends object>(data: Data) =>
  new Answer(data, { extras: { ...data } as Record<string, unknown> });

export const paymentRoutes = [
  implement(endpoints.getPayableAmount, async (call) => {
    const { payment_method: method, amount } = call.body;
    return quoteOrder(call.domain.options, {
      amount,
      method: method || 'zfb',
      group: callerOf(call).user.group,
    });
  }),
  implement(endpoints.pay, async (call) => {
    const { payment_method: method, amount } = call.body;
    const form = await payByEpay(call.domain, callerOf(call).user, { method, amount });
    return new Answer(form.fields, { extras: { url: form.url } });
  }),
  implement(endpoints.payWithStablecoin, (call) =>
    payByStablecoin(call.domain, callerOf(call).user, call.body.amount),
  ),
  implement(endpoints.createPaymentIntent, async (call) => {
    const { amount, request_id: requestId, merchant_order_id: clientOrderId } = call.body;
    const input = { amount, requestId, clientOrderId };
    return doubled(await payByCard(call.domain, callerOf(call).user, input));
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
  implement(endpoints.listStablecoinLogs, ({ domain }) => domain.payments.log.read()),
];
