import { expect, type Page, test } from '@playwright/test';
import {
  type MailSimulator,
  type NotificationSimulator,
  startMailSimulator,
  startNotificationSimulator,
} from '@tollgate/simulators';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { reopenInApp } from '../navigate-in-app.ts';
import { openPage } from '../open-page.ts';
import { type SignedIn, signIn } from '../sign-in.ts';

const SECRET = `whsec_${Buffer.from('a secret of enough length').toString('base64')}`;
const NIGHT_WATCH = 'night@example.org';

let gateway: RunningGateway;
let root: SignedIn;
let services: NotificationSimulator;
let mail: MailSimulator;
// One page, loaded once: it is the same administrator's.
let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  const nowSeconds = () => Math.floor(Date.now() / 1000);
  services = await startNotificationSimulator({ secret: SECRET, nowSeconds });
  mail = await startMailSimulator();
  gateway = await startGateway();
  root = await signIn(gateway.url);
  const options = {
    SMTPServer: '127.0.0.1',
    SMTPPort: String(mail.port),
    SMTPFrom: 'gate@example.org',
    AutomaticDisableChannelEnabled: 'true',
  };
  for (const [key, value] of Object.entries(options))
    await root.call('/api/option/', { key, value }, 'PUT');
  const url = `${gateway.url}/notifications?owner=site&view=targets`;
  await openPage(page, { url, user: root.stored, language: 'en', theme: 'light' });
});
test.afterAll(async () => {
  await page.close();
  await gateway.stop();
  await services.close();
  await mail.close();
});

interface Service {
  /** Path that its messages are sent to. */
  path: RegExp;
  /** Wrong input, and the service's error. */
  wrong: Record<string, string>;
  refusal: string;
  /** Corrected input, and the service's response. */
  right: Record<string, string>;
  consent: string;
}

const address = (path: string) => ({ 'Webhook address': services.url + path });
const server = () => ({ 'Server address (optional)': services.url });
const DISABLED = /“Fading” \(#\d+\) was disabled/;

const list: Record<string, () => Service> = {
  'Telegram bot': () => ({
    path: /^\/bot7:telegram-token\/sendMessage$/,
    wrong: { 'Bot token': '7:stale-token', 'Chat ID': '5', ...server() },
    refusal: 'HTTP 401 {"ok":false,"error_code":401,"description":"Unauthorized"}',
    right: { 'Bot token': '7:telegram-token', ...server() },
    consent: 'HTTP 200 {"ok":true,"result":{"message_id":1}}',
  }),
  'WeCom robot': () => ({
    path: /^\/cgi-bin\/webhook\/send$/,
    wrong: address('/cgi-bin/webhook/send?key=stale'),
    refusal: '{"errcode":93000,"errmsg":"invalid webhook url"}',
    right: address('/cgi-bin/webhook/send?key=wecom-key'),
    consent: '{"errcode":0,"errmsg":"ok"}',
  }),
  'DingTalk robot': () => ({
    path: /^\/robot\/send$/,
    wrong: { ...address('/robot/send?access_token=t'), 'Signing secret': 'SEC-stale' },
    refusal: '{"errcode":310000,"errmsg":"sign not match"}',
    right: { ...address('/robot/send?access_token=t'), 'Signing secret': SECRET },
    consent: '{"errcode":0,"errmsg":"ok"}',
  }),
  'Feishu robot': () => ({
    path: /^\/open-apis\/bot\/v2\/hook\/1$/,
    wrong: { ...address('/open-apis/bot/v2/hook/1'), 'Signing secret': 'stale' },
    refusal: '{"code":19021,"msg":"sign match fail"}',
    right: { ...address('/open-apis/bot/v2/hook/1'), 'Signing secret': SECRET },
    consent: '{"code":0,"msg":"success","data":{}}',
  }),
  Bark: () => ({
    path: /^\/push$/,
    wrong: { 'Device key': 'stale', ...server() },
    refusal: 'HTTP 400 {"code":400,"message":"device key is empty"}',
    right: { 'Device key': 'bark-device', ...server() },
    consent: '{"code":200,"message":"success"}',
  }),
  Slack: () => ({
    path: /^\/services\/T\/B\/X$/,
    wrong: address('/services/T/B/stale'),
    refusal: 'HTTP 404 no_service',
    right: address('/services/T/B/X'),
    consent: 'HTTP 200 ok',
  }),
  Discord: () => ({
    path: /^\/api\/webhooks\/1\/discord$/,
    wrong: address('/api/webhooks/1/stale'),
    refusal: 'HTTP 404 {"message":"Unknown Webhook","code":10015}',
    right: address('/api/webhooks/1/discord'),
    consent: 'HTTP 204',
  }),
  Webhook: () => ({
    path: /^\/hook$/,
    wrong: { ...address('/hook'), 'Signing secret': 'stale' },
    refusal: 'HTTP 401 signature mismatch',
    right: { ...address('/hook'), 'Signing secret': SECRET },
    consent: 'HTTP 204',
  }),
};

async function fill(fields: Record<string, string>): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields))
    await dialog.getByRole('textbox', { name: label }).fill(value);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

/** Opens the site's targets and starts adding one of a kind, named after it. */
async function begin(kind: string): Promise<void> {
  await reopenInApp(page, '/notifications?owner=site&view=targets');
  await page.getByRole('button', { name: 'Add target' }).first().click();
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: kind, exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`My ${kind}`);
}

/** Presses "Send test"; expects the verdict and the response on the page. */
async function expectTest(kind: string, verdict: string, words: string): Promise<void> {
  await page.getByRole('button', { name: `Send test: My ${kind}` }).click();
  const status = page.getByRole('status').filter({ hasText: `My ${kind}: ${verdict}` });
  await expect(status).toContainText(words);
}

async function subscribe(kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Subscriptions' }).click();
  const choice = page.getByRole('row', { name: 'Channel disabled' }).getByLabel(`My ${kind}`);
  await choice.click();
  await expect(choice).toBeChecked();
}

for (const [kind, describe] of Object.entries(list))
  test(`${kind}: a test shows the service’s response to a wrong setting and to the right one, then it is subscribed`, async () => {
    const { path, wrong, refusal, right, consent } = describe();
    await begin(kind);
    await fill(wrong);
    await expectTest(kind, 'Test failed', refusal);
    expect(services.received.filter((one) => path.test(one.path))).toEqual([]);
    await page.getByRole('button', { name: `More actions: My ${kind}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await fill(right);
    await expectTest(kind, 'Test delivered', consent);
    expect(services.received.filter((one) => path.test(one.path))).toHaveLength(1);
    await subscribe(kind);
  });

test('E-mail: a test shows the mail server’s response, then it is subscribed', async () => {
  await begin('E-mail');
  await fill({ 'E-mail address': NIGHT_WATCH });
  mail.fail({ code: 550, message: 'no such mailbox' });
  await expectTest('E-mail', 'Test failed', '550 no such mailbox');
  await expectTest('E-mail', 'Test delivered', '250');
  expect(await mail.until(NIGHT_WATCH)).toHaveLength(1);
  await subscribe('E-mail');
});

test('all nine channels are notified of a disabled channel, and each again by “Resend”', async () => {
  await root.call('/api/channel/', {
    name: 'Fading',
    type: 1,
    key: 'k',
    base_url: gateway.simulator.url,
    models: 'gpt-4o-mini',
    group: 'default',
  });
  const { key } = await root.call<{ key: string }>('/api/token/', { name: 'key' });
  gateway.simulator.script(() => ({ fault: 'status-401' }));
  await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer sk-${key}` },
    body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] }),
  });
  const arrived = (kind: string) => {
    const { path } = list[kind]?.() ?? { path: /^$/ };
    return services.received.filter((one) => path.test(one.path) && DISABLED.test(one.body));
  };
  const byMail = () => mail.mails.filter(({ to }) => to.includes(NIGHT_WATCH)).length;
  for (const kind of Object.keys(list)) await expect.poll(() => arrived(kind).length).toBe(1);
  await expect.poll(byMail).toBe(2);

  await reopenInApp(page, '/notifications?owner=site&view=deliveries');
  for (const kind of [...Object.keys(list), 'E-mail']) {
    const sent = page.getByRole('row').filter({ hasText: `My ${kind}` });
    await expect(sent).toContainText('Channel disabled');
    await expect(sent).toContainText('Sent');
    await sent.getByRole('button', { name: 'Resend' }).click();
  }
  for (const kind of Object.keys(list)) await expect.poll(() => arrived(kind).length).toBe(2);
  await expect.poll(byMail).toBe(3);
  const ids = arrived('Webhook').map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(1);
});
