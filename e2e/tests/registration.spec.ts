import { expect } from '@playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type MailSimulator, startMailSimulator } from '@tollgate/simulators';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { holdTimer } from '../hold-timer.ts';
import { signIn } from '../sign-in.ts';
import { test } from '../test.ts';

const ANSWERS: Readonly<Record<string, object>> = {
  '/login/oauth/access_token': { access_token: 'token' },
  // This Turnstile accepts every secret and rejects every token.
  '/siteverify': { success: false, 'error-codes': ['invalid-input-response'] },
};
let member = { id: 1, login: 'octocat' };
/** GitHub and Turnstile, as far as the gateway calls them: every GitHub code belongs to the same member. */
const github = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(ANSWERS[request.url ?? ''] ?? member));
});

/** For how long the console shows that a login failed. */
const READ_MS = 2500;

let gateway: RunningGateway;
let site = '';
let mail: MailSimulator;
let setOption: (key: string, value: string) => Promise<unknown>;
test.beforeAll(async () => {
  await new Promise<void>((resolve) => github.listen(0, '127.0.0.1', () => resolve()));
  site = `http://127.0.0.1:${(github.address() as AddressInfo).port}`;
  gateway = await startGateway({
    GITHUB_URL: site,
    GITHUB_API_URL: site,
    HUMAN_CHECK_URL: `${site}/siteverify`,
  });
  mail = await startMailSimulator();
  const { call } = await signIn(gateway.url);
  setOption = (key, value) => call('/api/option/', { key, value }, 'PUT');
  await setOption('SMTPServer', '127.0.0.1');
  await setOption('SMTPPort', String(mail.port));
  await setOption('SMTPFrom', 'gate@example.org');
  await setOption('ServerAddress', gateway.url);
});
test.afterAll(async () => {
  await gateway.stop();
  await mail.close();
  github.close();
});

test('a new user: an invitation, a code by e-mail, an account, a forgotten password, and logging in again', async ({
  page,
}) => {
  await setOption('EmailVerificationEnabled', 'true');
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await page.goto(`${gateway.url}/login?aff=AB12`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  // Both forms have a username field.
  await expect(page.getByRole('heading', { name: 'Create your' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('aff'))).toBe('AB12');

  const main = page.getByRole('main');
  await main.getByLabel('Username').fill('somebody');
  await main.getByLabel('Password', { exact: true }).fill('1234567');
  await main.getByRole('button', { name: 'Create account' }).click();
  await expect(main.getByRole('alert')).toHaveText(
    'Password length must not be less than 8 characters!',
  );
  await main.getByLabel('Password', { exact: true }).fill('password1');
  await main.getByLabel('Confirm password').fill('password2');
  await main.getByRole('button', { name: 'Get code' }).click();
  await expect(main.getByRole('alert')).toHaveText('please enter email');
  await main.getByLabel('E-mail').fill('somebody@example.org');
  await main.getByRole('button', { name: 'Get code' }).click();
  await expect(page.getByText('please check your email!')).toBeVisible();
  await expect(main.getByRole('button', { name: /Send again in 00:\d\d/ })).toBeDisabled();
  const [letter] = await mail.until('somebody@example.org');
  await main.getByLabel('Verification code').fill(/\d{6}/.exec(letter?.text ?? '')?.[0] ?? '');
  await main.getByRole('button', { name: 'Create account' }).click();
  await expect(main.getByRole('alert')).toHaveText('The two passwords entered do not match');
  await main.getByLabel('Confirm password').fill('password1');
  await main.getByLabel('Confirm password').press('Enter');
  await expect(page).toHaveURL(/\/login$/);

  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The login page's field contains the word, too.
  await expect(main.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  await main.getByLabel('E-mail').fill('somebody@example.org');
  await main.getByRole('button', { name: 'Send reset e-mail' }).click();
  await expect(main.getByRole('status')).toContainText('a reset e-mail is on its way');
  const messages = await mail.until('somebody@example.org', 2);
  await page.goto(/http\S+\/user\/reset\S+/.exec(messages[1]?.text ?? '')?.[0] ?? '');
  await expect(main.getByLabel('E-mail')).toHaveValue('somebody@example.org');
  await main.getByRole('button', { name: 'Get new password' }).click();
  const password = await main.getByRole('status').getByRole('button').textContent();
  expect(password).toMatch(/^\w{16}$/);

  await page.getByRole('link', { name: 'Back to login' }).click();
  await page.getByLabel('Username or e-mail').fill('somebody@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password ?? '');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/token$/);

  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Account settings' }).click();
  await page.getByRole('button', { name: 'Change e-mail' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Change e-mail' }).click();
  await expect(dialog.getByText('please enter email', { exact: true })).toBeVisible();
  await dialog.getByLabel('E-mail').fill('another@example.org');
  await dialog.getByRole('button', { name: 'Change e-mail' }).click();
  await expect(dialog.getByText('please enter email verification code')).toBeVisible();
  await dialog.getByRole('button', { name: 'Get code' }).click();
  const [proof] = await mail.until('another@example.org');
  await dialog.getByLabel('Verification code').fill('000000');
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByText(/code.*(wrong|expired)/i)).toBeVisible();
  await dialog.getByLabel('Verification code').fill(/\d{6}/.exec(proof?.text ?? '')?.[0] ?? '');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('E-mail linked')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'another@' })).toBeVisible();
});

test('a login with an account elsewhere opens a new window, returns and succeeds; a failure shows why and how to continue', async ({
  page,
  context,
}) => {
  await setOption('GitHubClientId', 'client-id');
  await setOption('GitHubClientSecret', 'client-secret');
  await setOption('GitHubOAuthEnabled', 'true');
  await context.addInitScript(() => localStorage.setItem('language', 'en'));
  await page.goto(`${gateway.url}/login`);
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Log in with GitHub' }).click(),
  ]);
  // A self-hosted GitHub: the console goes where the server says.
  await opened.waitForURL(/\/login\/oauth\/authorize/);
  expect(new URL(opened.url()).origin).toBe(site);
  const query = new URL(opened.url()).searchParams;
  expect(query.get('client_id')).toBe('client-id');
  await opened.goto(`${gateway.url}/oauth/github?code=good&state=${query.get('state')}`);
  await expect(opened).toHaveURL(/\/token$/);
  expect(await page.evaluate(() => localStorage.getItem('user'))).toContain('github_octoc');

  const goOn = await holdTimer(opened, READ_MS);
  await opened.goto(`${gateway.url}/oauth/github?code=good&state=${query.get('state')}`);
  await expect(opened.getByText('Start again')).toBeVisible();
  await expect(opened.getByText('operation failed, redirecting to login...')).toBeVisible();
  await goOn();
  await expect(opened).toHaveURL(/\/setting/);
});

test('a new user registers with an account elsewhere while registration by password is off', async ({
  page,
  context,
}) => {
  await setOption('PasswordRegisterEnabled', 'false');
  member = { id: 2, login: 'hubot' };
  await context.addInitScript(() => localStorage.setItem('language', 'en'));
  await page.goto(`${gateway.url}/login`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create your' })).toBeVisible();
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Log in with GitHub' }).click(),
  ]);
  await expect(page.getByLabel('Username')).toHaveCount(0);
  await opened.waitForURL(/\/login\/oauth\/authorize/);
  const state = new URL(opened.url()).searchParams.get('state');
  await opened.goto(`${gateway.url}/oauth/github?code=good&state=${state}`);
  await expect(opened).toHaveURL(/\/token$/);
  expect(await page.evaluate(() => localStorage.getItem('user'))).toContain('github_hubot');
});

test('with human verification on, nothing is sent until it is done, and each call needs a new token', async ({
  page,
}) => {
  await setOption('TurnstileSiteKey', 'site-key');
  await setOption('TurnstileSecretKey', 'secret-key');
  await setOption('TurnstileCheckEnabled', 'true');
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  // Stands in for the service's script: verification completes when the test says so.
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `let number = 0;
        window.turnstile = {
          render(place, wish) {
            place.textContent = wish.sitekey;
            window.prove = () => wish.callback('token-' + (number += 1));
            return 'widget';
          },
          reset() { window.resets = (window.resets ?? 0) + 1; },
          remove() {},
        };`,
    }),
  );
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/user/login')) sent.push(new URL(request.url()).search);
  });
  await page.goto(`${gateway.url}/login`);
  await expect(page.getByRole('group', { name: 'Human verification' })).toHaveText('site-key');
  await page.getByLabel('Username or e-mail').fill('root');
  await page.getByLabel('Password', { exact: true }).fill('123456');
  const submit = page.getByRole('button', { name: 'Log in', exact: true });
  await submit.click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Please retry in a few seconds, Turnstile is checking the user environment!',
  );
  expect(sent).toEqual([]);
  for (const token of ['token-1', 'token-2']) {
    await page.evaluate(() => (window as unknown as { prove(): void }).prove());
    await submit.click();
    await expect.poll(() => sent.at(-1)).toBe(`?turnstile=${token}`);
    await expect(page.getByRole('main').getByRole('alert')).toContainText('verification failed');
    await expect(submit).toBeEnabled();
  }
  expect(await page.evaluate(() => (window as unknown as { resets: number }).resets)).toBe(2);
});
