import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { TOTP } from 'otpauth';
import { findViolations } from '../find-violations.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { openPage } from '../open-page.ts';
import { signIn } from '../sign-in.ts';

let gateway: RunningGateway;
/** Browsers support passkeys on localhost, but not on IP addresses. */
let site = '';

test.beforeAll(async () => {
  gateway = await startGateway();
  site = gateway.url.replace('127.0.0.1', 'localhost');
  const root = await signIn(gateway.url);
  await root.call('/api/option/', { key: 'ServerAddress', value: site }, 'PUT');
});
test.afterAll(() => gateway.stop());

/** Adds a device with a fingerprint reader that always recognizes its user. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const openLogin = (page: Page) =>
  openPage(page, { url: `${site}/login`, user: '', language: 'en', theme: 'light' });

async function typePassword(page: Page): Promise<void> {
  await page.getByLabel('Username or e-mail').fill('root');
  await page.getByLabel('Password', { exact: true }).fill('123456');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Signs out, as if coming back another day. */
async function comeBack(page: Page): Promise<void> {
  // A page without the console, which would go to the login by itself when it finds itself signed out.
  await page.goto(`${site}/healthz`);
  await page.evaluate(() => localStorage.removeItem('user'));
  await page.context().clearCookies();
  await page.goto(`${site}/login`);
}

const expectSignedIn = (page: Page) => expect(page).not.toHaveURL(/\/login/);

test('a user with an authenticator app and a passkey logs in with the passkey alone, or with the password and a recovery code', async ({
  page,
  context,
}) => {
  await addAuthenticator(context, page);
  await openLogin(page);
  await typePassword(page);
  await page.getByRole('button', { name: 'Later' }).click();
  await expectSignedIn(page);
  await page.goto(`${site}/setting?tab=personal`);

  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await expect(page.getByText('Scan this code')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  const shown = await page.getByRole('dialog').innerText();
  const [secret = ''] = /[A-Z2-7]{32}/.exec(shown) ?? [];
  await page.getByLabel('Code shown in the app').fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Turn on' }).click();
  const list = page.getByTestId('recovery-codes');
  await expect(list).toBeVisible();
  const codes = (await list.innerText()).trim().split(/\s+/);
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'I’ve saved them' }).click();

  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('never used')).toBeVisible();
  await expect(page.getByText('Laptop').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove: Laptop' })).toBeVisible();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(dialog).toContainText('This device already has a passkey');

  await comeBack(page);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expectSignedIn(page);

  await comeBack(page);
  await typePassword(page);
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expectSignedIn(page);
});
