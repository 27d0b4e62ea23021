import { expect, type Page } from '@playwright/test';
import { openPage } from '../open-page.ts';
import { type PaidGateway, startPaidGateway } from '../paid-gateway.ts';
import { type SignedIn, signIn } from '../sign-in.ts';
import { test } from '../test.ts';

let gateway: PaidGateway;
test.beforeAll(async () => {
  gateway = await startPaidGateway();
});
test.afterAll(() => gateway.stop());

let people = 0;
/** Opens the wallet as a new user without a balance. */
async function openWallet(page: Page): Promise<SignedIn> {
  const credentials = { username: `payer${(people += 1)}`, password: 'password1' };
  await gateway.root.call('/api/user/', credentials);
  const user = await signIn(gateway.url, credentials);
  const url = `${gateway.url}/topup`;
  await openPage(page, { url, user: user.stored, language: 'en', theme: 'light' });
  await page.getByRole('button', { name: 'Top up' }).first().click();
  return user;
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const header = (page: Page) => page.getByRole('banner').getByRole('group', { name: 'Balance' });
const last = <Value>(map: ReadonlyMap<string, Value>) => [...map.keys()].at(-1) as string;

test('a code is redeemed once, and the balance is updated in the card and in the header', async ({
  page,
}) => {
  const [code] = await gateway.root.call<string[]>('/api/redemption/', { quota: 1_000_000 });
  await openWallet(page);
  const modal = dialog(page, 'Top up');
  await modal.getByText('Redeem a code').click();
  await modal.getByRole('button', { name: 'Redeem', exact: true }).click();
  await expect(modal.getByText('please enter a redemption code!')).toBeVisible();
  await modal.getByRole('button', { name: 'Get a code' }).click();
  await expect(page.getByText('super admin has not set a top-up link!')).toBeVisible();
  await modal.getByLabel('Redemption code').fill(code as string);
  await modal.getByLabel('Redemption code').press('Enter');
  await expect(page.getByText('redeem successful!')).toBeVisible();
  await expect(modal).toBeHidden();
  await expect(header(page)).toContainText('$2.00');
  await expect(page.getByLabel('Balance', { exact: true }).last()).toContainText(
    'Current balance$2.00',
  );
  const log = page.getByRole('region', { name: 'Transactions' });
  await expect(log.getByRole('row').filter({ hasText: 'Top-up' })).toHaveCount(1);

  // The same in the card itself, for users who know it.
  const card = page.getByRole('region', { name: 'Balance', exact: true });
  await card.getByLabel('Redemption code').fill(code as string);
  await card.getByRole('button', { name: 'Redeem', exact: true }).click();
  await expect(card.getByText(/already|used/i)).toBeVisible();
  const [other] = await gateway.root.call<string[]>('/api/redemption/', { quota: 500_000 });
  await card.getByLabel('Redemption code').fill(other as string);
  await card.getByLabel('Redemption code').press('Enter');
  await expect(header(page)).toContainText('$3.00');
  await expect(card.getByLabel('Redemption code')).toHaveValue('');
});

test('Alipay: too small an amount is raised, nothing is ordered before confirmation, the form opens in a new tab, the money arrives', async ({
  page,
}) => {
  await openWallet(page);
  const modal = dialog(page, 'Top up');
  const amount = modal.getByLabel('Amount (USD)');
  await modal.getByRole('button', { name: '+$10', exact: true }).click();
  await expect(amount).toHaveValue('$10');
  await amount.fill('4');
  await amount.press('Enter');
  await expect(modal.getByText(/cannot be less than 5/i)).toBeVisible();
  await amount.blur();
  await expect(amount).toHaveValue('$5');
  await modal.getByRole('button', { name: '+$10', exact: true }).click();
  await modal.getByRole('button', { name: '+$50' }).click();
  await expect(amount).toHaveValue('$65');
  await amount.fill('10.7');
  await modal.getByRole('button', { name: 'Alipay' }).click();
  const question = dialog(page, 'Confirm top-up');
  await expect(question.getByText('Confirm top-up?')).toBeVisible();
  await expect(question).toContainText('Amount$10');
  await expect(question).toContainText('¥73.00');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(gateway.epay.orders.size).toBe(0);

  await modal.getByRole('button', { name: 'Alipay' }).click();
  const tab = page.waitForEvent('popup');
  await question.getByRole('button', { name: /^Pay .+ with/ }).click();
  await (await tab).waitForURL(`${gateway.epay.url}/submit.php`);
  const number = last(gateway.epay.orders);
  expect(gateway.epay.orders.get(number)?.fields).toMatchObject({ money: '73.00', type: 'alipay' });
  await expect(dialog(page, 'Waiting for your payment')).toBeVisible();
  gateway.epay.pay(number);
  await gateway.epay.notify(number);
  await expect(dialog(page, 'Payment received')).toContainText('+$10.00');
  await expect(page.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(header(page)).toContainText('$10.00');
  const log = page.getByRole('region', { name: 'Transactions' });
  await expect(log.getByRole('row').filter({ hasText: 'Top-up' })).toHaveCount(1);
});

test('USDT opens the gateway’s page in a new tab; without a link the reason is shown', async ({
  page,
}) => {
  await openWallet(page);
  await page.getByLabel('Amount (USD)').fill('6');
  const pay = async () => {
    await page.getByRole('button', { name: 'USDT' }).click();
    await page.getByRole('button', { name: /^Pay .+ with/ }).click();
  };
  const refuse = (body: object) =>
    page.route('**/api/user/usdt/pay', (route) => route.fulfill({ json: body }), { times: 1 });
  await refuse({ success: false, message: 'error', data: null });
  await pay();
  await expect(page.getByText('payment link fetch failed')).toBeVisible();
  await refuse({ success: false, message: 'error', data: 'the gateway rests' });
  await page.getByRole('button', { name: /^Pay .+ with/ }).click();
  await expect(page.getByText('the gateway rests')).toBeVisible();
  const tab = page.waitForEvent('popup');
  await page.getByRole('button', { name: /^Pay .+ with/ }).click();
  await (await tab).waitForURL(/\/pay\/checkout-counter\//);
  const number = last(gateway.usdt.orders);
  gateway.usdt.pay(number);
  await gateway.usdt.notify(number);
  await expect(dialog(page, 'Payment received')).toContainText('+$6.00');
});

test('Stripe: a double click orders once; the payer pays at its page and returns; a refund there is in the order, and costs no quota by itself', async ({
  page,
}) => {
  await openWallet(page);
  await page.getByLabel('Amount (USD)').fill('12');
  await page.getByRole('button', { name: 'Stripe' }).click();
  const question = dialog(page, 'Confirm top-up');
  await expect(question).toContainText('$12.00 USD');
  const popup = page.waitForEvent('popup');
  await question.getByRole('button', { name: /^Pay .+ with Stripe/ }).dblclick();
  const tab = await popup;
  await expect(tab.getByRole('heading', { name: '1200 usd' })).toBeVisible();
  expect(gateway.stripe.checkouts.size).toBe(1);
  await tab.getByRole('button', { name: 'Pay' }).click();
  await expect(tab).toHaveURL(/\/checkout-success$/);
  await expect(dialog(page, 'Payment received')).toContainText('+$12.00');
  await page.getByRole('button', { name: 'Done' }).click();
  const number = last(gateway.stripe.checkouts);
  await gateway.stripe.notify(number);
  await gateway.stripe.giveBack?.(number);
  await page.reload();
  await expect(header(page)).toContainText('$12.00');

  const url = `${gateway.url}/orders?keyword=${number}`;
  await openPage(page, { url, user: gateway.root.stored, language: 'en', theme: 'light' });
  const row = page.getByRole('row').filter({ hasText: 'Stripe' });
  await expect(row).toContainText('12.00');
  await row.getByText('$12.00').first().click();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('refunded or disputed');
});

/** Stands in for the provider's script: a form with a button for each possible outcome. */
const CARD_SCRIPT = `
  window.AirwallexComponentsSDK = {
    init: async (options) => { window.cardOptions = options; },
    createElement: async (type, options) => {
      const listeners = {};
      const tell = (name) => (listeners[name] ?? []).forEach((listener) => listener({ name }));
      return {
        on: (name, listener) => (listeners[name] ??= []).push(listener),
        mount: (target) => {
          for (const name of ['error', 'success']) {
            const button = document.createElement('button');
            button.textContent = name + ' ' + options.intent_id;
            button.onclick = () => tell(name);
            target.append(button);
          }
          tell('ready');
        },
        destroy: () => undefined,
      };
    },
  };`;

test('a card is paid in the provider’s form, whose script is retried and fetched only when needed', async ({
  page,
}) => {
  let fetched = 0;
  await page.route('https://static.airwallex.com/**', (route) => {
    fetched += 1;
    return fetched < 4
      ? route.abort()
      : route.fulfill({ contentType: 'text/javascript', body: CARD_SCRIPT });
  });
  await openWallet(page);
  await page.getByLabel('Amount (USD)').fill('20');
  expect(fetched).toBe(0);
  await page.getByRole('button', { name: 'Credit card' }).click();
  const modal = dialog(page, 'Airwallex Payment');
  await expect(modal.getByText('Loading the payment form, please wait...')).toBeVisible();
  await expect(modal).toContainText('Amount (USD)$20.00');
  const box = await modal.locator('.card-widget').boundingBox();
  expect([box?.width, box?.height]).toEqual([400, 549]);
  await modal.getByRole('button', { name: /^error int_/ }).click();
  expect(fetched).toBe(4);
  expect(await page.evaluate(() => (window as { cardOptions?: object }).cardOptions)).toMatchObject(
    { env: 'demo' },
  );
  await expect(page).toHaveURL(/\/topup/);
  const number = last(gateway.cards.intents);
  gateway.cards.pay(number);
  await modal.getByRole('button', { name: /^success int_/ }).click();
  await expect(page).toHaveURL(/\/checkout-success$/);
  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible();
  await gateway.cards.notify(number);
  await expect(header(page)).toContainText('$20.00');
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL(`${gateway.url}/`);
});

test('coins: the panel shows what to send, where and by when, and continues when they have arrived', async ({
  page,
}) => {
  await openWallet(page);
  await page.getByRole('button', { name: 'Crypto' }).click();
  const panel = dialog(page, 'Pay with cryptocurrency');
  await panel.getByRole('combobox', { name: 'Currency / network' }).click();
  await page.getByRole('option', { name: /BTC \/ / }).click();
  const amount = panel.getByLabel('Input Amount (USD)');
  await amount.fill('4');
  await expect(panel.getByLabel('Min Amount (Coin)')).toHaveValue('0.0001');
  await expect(panel.getByLabel('Estimated Amount (Coin)')).toHaveValue('0.00008000');
  await panel.getByRole('button', { name: 'Create Transaction' }).click();
  await expect(panel.getByText('Amount is very low')).toBeVisible();
  await amount.fill('50');
  await panel.getByRole('button', { name: 'Create Transaction' }).click();
  await expect(panel.getByText('0.00100000 BTC')).toBeVisible();
  await expect(panel.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
  await expect(panel.getByText(/^Time Left (5\d:\d\d|1:00:00)$/)).toBeVisible();
  const number = last(gateway.coins.invoices);
  gateway.coins.move(number, 'confirm_check');
  await gateway.coins.notify(number);
  await expect(panel.getByText('Transfer received, waiting for confirmations')).toBeVisible();
  gateway.coins.move(number, 'paid');
  await gateway.coins.notify(number);
  await expect(page).toHaveURL(/\/checkout-success$/);
  await expect(header(page)).toContainText('$50.00');
});

test('an agent invites with their own page, earns from a top-up, and is paid out by an administrator', async ({
  page,
  browser,
}) => {
  const credentials = { username: 'seller', password: 'password1' };
  await gateway.root.call('/api/user/', credentials);
  const seller = await signIn(gateway.url, credentials);
  const { id } = JSON.parse(seller.stored) as { id: number };
  const terms = { enabled: true, share_percent: 20, discount_percent: 0 };
  await gateway.root.call(`/api/user/${id}/agent`, terms, 'PUT');
  for (const key of ['RebateWaitDays', 'PayoutMinimum'])
    await gateway.root.call('/api/option/', { key, value: '0' }, 'PUT');
  const look = { language: 'en', theme: 'light' };
  await openPage(page, { url: `${gateway.url}/agent`, user: seller.stored, ...look });
  await page.getByLabel('Custom code').fill('from-seller');
  await page.getByLabel('Text', { exact: true }).fill('Welcome, friends');
  await page.getByRole('button', { name: 'Save page' }).click();
  await expect(page.getByText('Invitation page saved')).toBeVisible();
  const link = await page.getByLabel('Invitation link').inputValue();
  expect(link).toContain('from-seller');

  const guest = await (await browser.newContext()).newPage();
  await guest.addInitScript(() => localStorage.setItem('language', 'en'));
  await guest.goto(link);
  await expect(guest.getByText('Welcome, friends')).toBeVisible();
  await guest.getByRole('link', { name: 'Create account' }).click();
  const main = guest.getByRole('main');
  await main.getByLabel('Username').fill('invitee');
  await main.getByLabel('Password', { exact: true }).fill('password1');
  await main.getByLabel('Confirm password').fill('password1');
  await main.getByRole('button', { name: 'Create account' }).click();
  await expect(guest).toHaveURL(/\/login$/);

  const payer = await signIn(gateway.url, { ...credentials, username: 'invitee' });
  const order = { amount: 10, payment_method: 'zfb', top_up_code: '' };
  const fields = await payer.call<Record<string, string>>('/api/user/pay', order);
  await fetch(`${gateway.epay.url}/submit.php`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  const number = last(gateway.epay.orders);
  gateway.epay.pay(number);
  await gateway.epay.notify(number);

  await page.reload();
  await expect(page.getByRole('main')).toContainText('$2.00');
  await page.getByRole('button', { name: 'Payouts' }).click();
  await page.getByRole('button', { name: 'Request payout' }).click();
  await page.getByLabel('Where to pay').fill('IBAN of the seller');
  await page.getByRole('dialog').getByRole('button', { name: 'Request payout' }).click();
  await expect(page.getByText('Payout requested')).toBeVisible();

  const office = await (await browser.newContext()).newPage();
  await openPage(office, {
    url: `${gateway.url}/payouts`,
    user: gateway.root.stored,
    ...look,
  });
  await office
    .getByRole('row')
    .filter({ hasText: 'IBAN of the seller' })
    .getByRole('button', { name: 'Mark as paid' })
    .click();
  await office.getByLabel('Payment number or note').fill('wire 77');
  await office.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
  await expect(office.getByText('Payout marked as paid')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'wire 77' })).toContainText('Paid');
});
