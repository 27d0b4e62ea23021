import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  centsTopUpAmount,
  cryptoTransaction,
  paymentCurrency,
  paymentIntent,
  stablecoinLogEntry,
  textTopUpAmount,
  topUpCode,
  wholeTopUpAmount,
} from '../entities/payment.ts';
import { listPaymentMethods } from '../payment-providers.ts';

const unknownMethod = { error: 'payment_method_unknown' };
const unknownCurrency = { error: 'payment_currency_unknown' };
/** How the browser names what it sends, so that the same click never makes two orders. */
const clientReference = z
  .string()
  .regex(/^[\w.-]{1,64}$/)
  .optional();

/**
 * Online top-up. `amount` always says how many USD to buy; what is paid for them the server
 * computes. The calls of `saysOutcome` have the word success or error as their message.
 */
export const paymentEndpoints = {
  getPayableAmount: endpoint({
    method: 'POST',
    path: '/api/user/amount',
    access: 'user',
    scope: 'billing:read',
    saysOutcome: true,
    summary: 'Price of a top-up in the currency that the method is paid in, with two decimals',
    summaryZh: '充值应付金额：易支付为人民币，其他为美元，保留两位小数',
    body: z.object({
      amount: centsTopUpAmount,
      top_up_code: topUpCode,
      /** Without it the price is in yuan. */
      payment_method: z.enum(['', ...listPaymentMethods()], unknownMethod).optional(),
    }),
    data: z.string(),
    /** ISO code of what is paid. */
    extras: z.object({ currency: z.string() }),
  }),
  pay: endpoint({
    method: 'POST',
    path: '/api/user/pay',
    access: 'user',
    scope: 'billing:write',
    saysOutcome: true,
    summary:
      'Order a top-up: returns the payment page (or the text of a QR code) and the form fields to post there',
    summaryZh: '创建充值订单：返回支付页面（或二维码内容）及需提交的表单字段',
    body: z.object({
      amount: wholeTopUpAmount,
      top_up_code: topUpCode,
      payment_method: z.enum(listPaymentMethods('pay'), unknownMethod),
    }),
    data: z.record(z.string(), z.string()),
    extras: z.object({ url: z.string() }),
  }),
  payWithStablecoin: endpoint({
    method: 'POST',
    path: '/api/user/usdt/pay',
    access: 'user',
    scope: 'billing:write',
    saysOutcome: true,
    summary: 'Order a top-up in USDT: returns the payment page',
    summaryZh: '创建 USDT 充值订单：返回支付页面地址',
    body: z.object({
      amount: wholeTopUpAmount,
      top_up_code: topUpCode,
      payment_method: z.literal('usdt', unknownMethod).optional(),
    }),
    data: z.string(),
  }),
  createPaymentIntent: endpoint({
    method: 'POST',
    path: '/api/user/intent/create',
    access: 'user',
    scope: 'billing:write',
    summary:
      'Order a top-up by card: returns what the provider’s widget needs (also at the top level)',
    summaryZh: '创建银行卡充值订单：返回支付组件所需的数据（同时位于顶层）',
    body: z.object({
      /** Unique per user: a second order under the same one is refused. */
      request_id: clientReference,
      /** The same; the provider gets a number of the server's own. */
      merchant_order_id: clientReference,
      amount: centsTopUpAmount,
      currency: z.literal('USD', unknownCurrency).optional(),
      /** Taken and passed over: the server describes the order itself. */
      order: z.object({ products: z.array(z.looseObject({})).max(10).optional() }).optional(),
    }),
    data: paymentIntent,
    extras: paymentIntent,
  }),
  listPaymentCurrencies: endpoint({
    method: 'GET',
    path: '/api/user/getcurrencies',
    access: 'user',
    scope: 'billing:read',
    summary: 'Supported cryptocurrencies',
    summaryZh: '支持的加密货币',
    data: z.array(paymentCurrency),
  }),
  createCryptoTransaction: endpoint({
    method: 'POST',
    path: '/api/user/createtransaction',
    access: 'user',
    scope: 'billing:write',
    summary: 'Order a top-up in crypto: returns the address and the amount (also at the top level)',
    summaryZh: '创建加密货币充值订单：返回收款地址和数量（同时位于顶层）',
    body: z.object({
      currency: z.string(unknownCurrency).min(1, 'payment_currency_unknown').max(32),
      network: z.string(unknownCurrency).min(1, 'payment_currency_unknown').max(32),
      amount: textTopUpAmount,
    }),
    data: cryptoTransaction,
    extras: cryptoTransaction,
  }),
  getTransactionStatus: endpoint({
    method: 'GET',
    path: '/api/transaction-status/{id}',
    access: 'user',
    scope: 'billing:read',
    summary: 'State of one of your crypto payments (also at the top level); administrators see all',
    summaryZh: '自己的加密货币支付状态（同时位于顶层）；管理员可查看全部',
    params: z.object({ id: z.string().min(1).max(64) }),
    data: cryptoTransaction,
    extras: cryptoTransaction,
  }),
  listStablecoinLogs: endpoint({
    method: 'GET',
    path: '/admin/usdt-logs',
    access: 'admin',
    scope: 'billing:read',
    summary: 'Last 100 lines of the stablecoin log, newest first',
    summaryZh: '稳定币日志的最近 100 条，最新在前',
    data: z.array(stablecoinLogEntry),
  }),
};
