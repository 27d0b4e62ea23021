import { expect, type Page } from '@playwright/test';
import { findSmallTargets } from '../find-small-targets.ts';
import { findViolations } from '../find-violations.ts';
import { openPage } from '../open-page.ts';
import { type PaidGateway, startPaidGateway } from '../paid-gateway.ts';
import { resize, WIDTHS } from '../resize.ts';
import { signIn } from '../sign-in.ts';
import { test } from '../test.ts';

const [, NARROW = 0] = WIDTHS;

let gateway: PaidGateway;
test.beforeAll(async () => {
  gateway = await startPaidGateway();
});
test.afterAll(() => gateway.stop());

const last = <Value>(map: ReadonlyMap<string, Value>) => [...map.keys()].at(-1) as string;

/** Opens a paid order of 20 dollars at Stripe; returns our number of it. */
async function openPaidOrder(page: Page): Promise<string> {
  const credentials = { username: 'refunded', password: 'password1' };
  await gateway.root.call('/api/user/', credentials);
  const user = await signIn(gateway.url, credentials);
  await user.call('/api/user/pay', { amount: 20, payment_method: 'stripe' });
  const number = last(gateway.stripe.checkouts);
  gateway.stripe.pay(number);
  await gateway.stripe.notify(number);
  const url = `${gateway.url}/orders?keyword=${number}&id=1`;
  await openPage(page, { url, user: gateway.root.stored, language: 'en', theme: 'light' });
  return number;
}

test('an administrator refunds a part by keyboard, and the rest of it on a phone once the provider has made it', async ({
  page,
}) => {
  const number = await openPaidOrder(page);
  const opener = page.getByRole('button', { name: 'Refund…' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Refund through Stripe' });
  await dialog.getByLabel('Amount (USD)').fill('5');
  await expect(dialog).toContainText('$5.00, leaving $15.00');
  await dialog.getByLabel(/^Reason/).fill('The user asked for it');
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByText('$5.00 refunded')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('$5.00');
  await expect(page.getByText('Partly refunded').first()).toBeVisible();
  expect(gateway.stripe.refunds?.of(number)).toEqual([500]);

  await resize(page, NARROW);
  gateway.stripe.refunds?.take('later');
  await opener.click();
  await expect(dialog.getByLabel('Amount (USD)')).toHaveValue('15');
  expect(await findSmallTargets(page)).toEqual([]);
  await dialog.getByLabel(/^Reason/).fill('The rest as well');
  await dialog.getByRole('button', { name: 'Refund $15.00' }).click();
  const region = page.getByRole('region', { name: 'Refunds' });
  await expect(region).toContainText('Stripe has not confirmed the refund yet');
  await expect(opener).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
  await gateway.stripe.refunds?.end(number, 'made');
  await region.getByRole('button', { name: /Stripe again/ }).click();
  await expect(region.getByRole('alert')).toHaveCount(0);
  await expect(region).toContainText('$15.00');
  expect(gateway.stripe.refunds?.of(number)).toEqual([500, 1500]);
});
