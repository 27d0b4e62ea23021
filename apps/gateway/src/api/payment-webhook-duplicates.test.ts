import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  PAYMENT_SECRET,
  type PaymentScene,
  startPaymentScene,
} from '../../test-support/payment-scene.ts';
import type { Client } from '../../test-support/test-gateway.ts';
import { signSorted } from '../domain/payments/providers/sign-sorted.ts';

const QUOTA = 5_000_000;
const UNPAID = { quota: 0, total_topup: 0 };
const PAID = { quota: QUOTA, total_topup: QUOTA };

describe.each(databaseKinds)('duplicate payments and fields, on %s', (kind) => {
  let scene: PaymentScene;
  let user: Client;
  beforeAll(async () => {
    scene = await startPaymentScene(kind);
  });
  afterAll(() => scene.close());
  beforeEach(async () => {
    user = await scene.gateway.user();
  });

  test('a webhook that names the payment of another order is rejected and credits nothing', async () => {
    const [paid, other] = [await scene.orderByEpay(user), await scene.orderByEpay(user)];
    const fields = { trade_no: '2025100900001' };
    expect((await scene.epay.notify(paid, { fields })).text).toBe('success');
    expect(await scene.epay.notify(other, { fields })).toEqual({ status: 200, text: 'fail' });
    expect(await scene.account(user)).toEqual(PAID);
    // It can still be paid under its own number.
    expect((await scene.epay.notify(other)).text).toBe('success');
    expect(await scene.account(user)).toEqual({ quota: 2 * QUOTA, total_topup: 2 * QUOTA });
  });

  test('an epay webhook with a duplicate field is rejected', async () => {
    const number = await scene.orderByEpay(user);
    const notice = {
      pid: '1001',
      trade_no: '2025100900002',
      out_trade_no: number,
      type: 'alipay',
      name: 'TUC10',
      money: '73',
      trade_status: 'TRADE_SUCCESS',
    };
    const sign = signSorted(notice, PAYMENT_SECRET, []);
    const query = new URLSearchParams({ ...notice, sign, sign_type: 'MD5' }).toString();
    const ask = async (text: string) =>
      (await fetch(`${scene.gateway.url}/api/user/epay/notify?${text}`)).text();
    for (const name of ['money', 'out_trade_no', 'sign'])
      expect(await ask(`${name}=x&${query}`)).toBe('fail');
    expect(await scene.account(user)).toEqual(UNPAID);
    expect(await ask(query)).toBe('success');
  });
});
