import { endpoints, type PaymentMethod } from '@tollgate/contract';
import { requireMethod } from '../domain/payments/payment-methods.ts';
import { formatCents, priceOrder } from '../domain/payments/price-order.ts';
import { AppError } from '../platform/app-error.ts';
import { Answer, type Call, callerOf, implement } from './context.ts';

/** Refuses what is turned off or too little; the engine behind it comes next. */
function order(call: Call<unknown>, method: PaymentMethod, amount: number): never {
  requireMethod(call.domain.options, method);
  priceOrder(call.domain.options, { amount, method, group: callerOf(call).user.group });
  throw new AppError('payment_failed');
}

export const paymentRoutes = [
  implement(endpoints.getPayableAmount, async (call) => {
    const { payment_method: method, amount } = call.body;
    const { payCents } = priceOrder(call.domain.options, {
      amount,
      method: method || 'zfb',
      group: callerOf(call).user.group,
    });
    return new Answer(formatCents(payCents));
  }),
  implement(endpoints.pay, async (call) => order(call, call.body.payment_method, call.body.amount)),
  implement(endpoints.payWithStablecoin, async (call) => order(call, 'usdt', call.body.amount)),
  implement(endpoints.createPaymentIntent, async (call) =>
    order(call, 'airwallex', call.body.amount),
  ),
  implement(endpoints.listPaymentCurrencies, async ({ domain }) => {
    requireMethod(domain.options, 'cryptomus');
    throw new AppError('payment_failed');
  }),
  implement(endpoints.createCryptoTransaction, async (call) =>
    order(call, 'cryptomus', Number(call.body.amount)),
  ),
  implement(endpoints.getTransactionStatus, async () => {
    throw new AppError('payment_not_found');
  }),
  implement(endpoints.listStablecoinLogs, async () => []),
];
