import { randomInt } from 'node:crypto';
import { md5Fields } from './md5-fields.ts';
import {
  type SimulatorRequest,
  type SimulatorResponse,
  startSimulatorServer,
} from '../simulator-server.ts';
import { type EpayOrder, simulateEpayRefunds } from './epay-refunds.ts';
import {
  cashierPage,
  OrderBook,
  type PaymentSimulator,
  type PaymentSimulatorOptions,
  sendWebhook,
  type WebhookChanges,
  type WebhookResponse,
} from './payment-simulator.ts';

export interface EpaySimulator extends PaymentSimulator {
  orders: OrderBook<EpayOrder>;
  notify(order: string, changes?: WebhookChanges & { post?: boolean }): Promise<WebhookResponse>;
}

const PID = '1001';

/** The options of a gateway with the simulated account. */
export const epayOptions = (url: string, secret: string) => ({
  PayAddress: url,
  EpayId: PID,
  EpayKey: secret,
});

/** An epay gateway for one merchant: submit.php, api.php?act=order, act=refund and webhooks. */
export async function startEpaySimulator({
  secret: key,
  port,
}: PaymentSimulatorOptions): Promise<EpaySimulator> {
  const pid = PID;
  const orders: EpaySimulator['orders'] = new OrderBook();
  const notify: EpaySimulator['notify'] = (number, changes = {}) =>
    notifyMerchant({ number, ...orders.of(number) }, { pid, key }, changes);
  const submit = (call: SimulatorRequest) => {
    const fields = Object.fromEntries(
      call.method === 'POST' ? new URLSearchParams(call.text) : call.query,
    );
    const fault = faultOf(fields, pid, key);
    if (fault) return { body: `<p>${fault}</p>` };
    const number = fields.out_trade_no as string;
    const known = orders.get(number);
    if (known?.paid) return { body: '<p>该订单已支付</p>' };
    if (known && known.fields.money !== fields.money) return { body: '<p>订单参数已变化</p>' };
    if (!known) orders.set(number, { fields, tradeNo: String(randomInt(10 ** 14)), paid: false });
    return { body: cashierPage(`¥${fields.money}`, `cashier?order=${number}`) };
  };
  const serveCashier = async (call: SimulatorRequest): Promise<SimulatorResponse> => {
    const number = call.query.get('order') ?? '';
    const order = orders.get(number);
    if (!order) return { status: 404, body: 'not found' };
    order.paid = true;
    await notify(number);
    return { body: '', location: order.fields.return_url ?? '/' };
  };
  const refunds = simulateEpayRefunds(orders, { pid, key });
  const server = await startSimulatorServer((call) => {
    if (call.path.endsWith('/submit.php')) return submit(call);
    if (call.path.endsWith('/cashier') && call.method === 'POST') return serveCashier(call);
    if (call.path.endsWith('/api.php') && call.query.get('act') === 'refund')
      return refunds.serve(call);
    if (call.path.endsWith('/api.php')) return { body: describe(call.query, orders, pid, key) };
    return { status: 404, body: 'not found' };
  }, port);
  return {
    ...server,
    orders,
    env: {},
    register: () => epayOptions(server.url, key),
    has: (number) => orders.has(number),
    pay(number) {
      orders.of(number).paid = true;
    },
    async giveBack(number) {
      orders.of(number).refunded = true;
      return undefined;
    },
    notify,
    refunds,
    claims: {
      order: (number) => ({ out_trade_no: number }),
      amount: (cents) => ({ money: (cents / 100).toFixed(2) }),
      reference: (number) => ({ trade_no: number }),
      paid: { trade_status: 'TRADE_SUCCESS' },
      unpaid: { trade_status: 'WAIT' },
      forged: { money: '9999' },
    },
  };
}

/** Sends the webhook of a paid order. */
function notifyMerchant(
  { number, fields: sent, tradeNo }: EpayOrder & { number: string },
  { pid, key }: { pid: string; key: string },
  { fields = {}, forged = {}, post = false }: WebhookChanges & { post?: boolean },
): Promise<WebhookResponse> {
  const event: Record<string, unknown> = {
    pid,
    trade_no: tradeNo,
    out_trade_no: number,
    type: sent.type,
    name: sent.name,
    // Without trailing zeros, as current servers send it.
    money: String(Number(sent.money)),
    trade_status: 'TRADE_SUCCESS',
    ...fields,
  };
  const signed = { ...event, sign: md5Fields(event, key), sign_type: 'MD5', ...forged };
  const text = new URLSearchParams(signed).toString();
  const url = sent.notify_url as string;
  if (!post) return sendWebhook(`${url}${url.includes('?') ? '&' : '?'}${text}`);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return sendWebhook(url, { method: 'POST', headers, body: text });
}

/** Returns why a form is refused, in the words of such gateways. */
function faultOf(fields: Record<string, string>, pid: string, key: string): string | undefined {
  if (fields.pid !== pid) return '商户不存在';
  if (fields.sign !== md5Fields(fields, key)) return '签名校验失败';
  for (const name of ['out_trade_no', 'notify_url', 'return_url', 'name', 'money'])
    if (!fields[name]) return `${name} 不能为空`;
  if (!/^[\w.|-]+$/.test(fields.out_trade_no ?? '')) return '订单号格式不正确';
  if (!/^\d+(\.\d{1,2})?$/.test(fields.money ?? '') || Number(fields.money) <= 0)
    return '金额不合法';
  return undefined;
}

function describe(
  query: URLSearchParams,
  orders: EpaySimulator['orders'],
  pid: string,
  key: string,
): unknown {
  if (query.get('pid') !== pid || query.get('key') !== key) return { code: -3, msg: '密钥错误' };
  const number = query.get('out_trade_no') ?? '';
  const order = orders.get(number);
  if (query.get('act') !== 'order' || !order) return { code: -1, msg: '订单不存在' };
  const { fields, tradeNo, paid, refunded } = order;
  return {
    code: '1',
    msg: 'ok',
    trade_no: tradeNo,
    out_trade_no: number,
    type: fields.type,
    pid: Number(pid),
    name: fields.name,
    money: fields.money,
    status: refunded ? 2 : paid ? 1 : 0,
  };
}
