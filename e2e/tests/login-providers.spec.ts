import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type LoginProviderEntry, loginProviderTable } from '@tollgate/contract';
import { type LoginSimulator, type Person, startLoginSimulatorOf } from '@tollgate/simulators';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { signIn } from '../sign-in.ts';
import { test } from '../test.ts';

let gateway: RunningGateway;
const simulators = new Map<string, LoginSimulator>();
test.beforeAll(async () => {
  for (const { id } of loginProviderTable) simulators.set(id, await startLoginSimulatorOf(id));
  const all = [...simulators.values()];
  gateway = await startGateway(Object.assign({}, ...all.map(({ env }) => env)));
  const root = await signIn(gateway.url);
  const values: Record<string, string> = {
    ServerAddress: gateway.url,
    ...Object.assign({}, ...all.map(({ options }) => options)),
    ...Object.fromEntries(loginProviderTable.map(({ enabled }) => [enabled.key, 'true'])),
  };
  const options = Object.entries(values).map(([key, value]) => ({ key, value }));
  await root.call('/api/option/batch', { options });
});
test.afterAll(async () => {
  await gateway.stop();
  for (const simulator of simulators.values()) await simulator.close();
});

interface Visit {
  page: Page;
  context: BrowserContext;
  provider: LoginProviderEntry;
  person: Person;
}

/** Returns what the provider sends along with the user. */
function prove({ provider: { id }, person }: Visit, authorizationUrl = ''): URLSearchParams {
  const simulator = simulators.get(id);
  if (!simulator) throw new Error(`no simulator of ${id}`);
  const now = Math.floor(Date.now() / 1000);
  return new URLSearchParams(simulator.prove(person, { authorizationUrl, now }));
}

/** Returns the page on which a login ends. */
const ways: Readonly<Record<LoginProviderEntry['kind'], (visit: Visit) => Promise<Page>>> = {
  /** The provider's page in its own window redirects its visitor back. */
  async oauth(visit) {
    const { page, provider } = visit;
    const button = page.getByRole('button', { name: `Log in with ${provider.name}` });
    const [opened] = await Promise.all([page.waitForEvent('popup'), button.click()]);
    await opened.waitForURL((url) => url.protocol === 'http:' && url.origin !== gateway.url);
    const proof = prove(visit, opened.url());
    await opened.goto(`${gateway.url}/oauth/${provider.id}?${proof.toString()}`);
    return opened;
  },
  /** The official account sends a code, which is typed here. */
  async code(visit) {
    const { page, provider } = visit;
    await page.getByRole('button', { name: provider.name }).click();
    const dialog = page.getByRole('dialog');
    const code = dialog.getByLabel('Verification code');
    const submit = dialog.getByRole('button', { name: 'Confirm' });
    await code.fill('000000');
    await submit.click();
    await expect(dialog.getByRole('alert')).toHaveText(
      'The verification code is wrong or has expired',
    );
    await code.fill(prove(visit).get('code') ?? '');
    await submit.click();
    return page;
  },
  /** The button is the provider's own, and leads to our page with signed data. */
  async widget(visit) {
    const { page } = visit;
    await page.getByRole('button', { name: 'Telegram’s own button' }).click();
    return page;
  },
};

/** Replaces Telegram's script with a button that leads to the URL in the script's attributes. */
async function serveWidget(visit: Visit): Promise<void> {
  await visit.context.route('https://telegram.org/js/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `const { dataset } = document.currentScript;
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = 'Telegram’s own button';
        button.onclick = () => location.assign(dataset.authUrl + '&${prove(visit).toString()}');
        document.currentScript.after(button);`,
    }),
  );
}

for (const [index, provider] of loginProviderTable.entries())
  test(`${provider.name}: a new user presses its button, comes back and has an account`, async ({
    page,
    context,
  }) => {
    const person = { subject: 7000 + index, username: `newcomer${index}`, name: 'A Newcomer' };
    const visit: Visit = { page, context, provider, person };
    await context.addInitScript(() => localStorage.setItem('language', 'en'));
    if (provider.kind === 'widget') await serveWidget(visit);
    await page.goto(`${gateway.url}/login`);
    const ended = await ways[provider.kind](visit);
    // A login that left for another window starts at the keys, others at home.
    await expect(ended).toHaveURL(provider.kind === 'oauth' ? /\/token$/ : `${gateway.url}/`);
    await expect(ended.getByRole('button', { name: 'User menu' })).toBeVisible();
    const stored = await ended.evaluate(() => localStorage.getItem('user'));
    const user = JSON.parse(stored ?? '{}') as Record<string, unknown>;
    expect(user['role']).toBe(1);
    expect(String(user[provider.userField])).toContain(String(person.subject));
  });
