import { expect, type Page, test } from '@playwright/test';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { signIn } from '../sign-in.ts';

let gateway: RunningGateway;
let root: Awaited<ReturnType<typeof signIn>>;

test.beforeAll(async () => {
  gateway = await startGateway();
  root = await signIn(gateway.url);
});
test.afterAll(() => gateway.stop());

async function open(page: Page, path: string): Promise<void> {
  await page.addInitScript((stored) => {
    localStorage.setItem('language', 'en');
    localStorage.setItem('user', stored);
  }, root.stored);
  await page.goto(gateway.url + path);
}

test('what the site has off is not in the sidebar, and its page says so', async ({ page }) => {
  const features = [
    { option: 'DrawingEnabled', path: '/midjourney', name: 'Drawing' },
    { option: 'TaskEnabled', path: '/task', name: 'Tasks' },
    { option: 'DataExportEnabled', path: '/detail', name: 'Dashboard' },
  ];
  const entry = (name: string) => page.getByRole('navigation').getByRole('link', { name });
  for (const { option, path, name } of features) {
    await open(page, path);
    await expect(entry(name)).toBeVisible();
    await root.call('/api/option/', { key: option, value: 'false' }, 'PUT');
    await page.reload();
    await expect(page.getByText(`${name} is switched off`)).toBeVisible();
    await expect(entry(name)).toHaveCount(0);
    await root.call('/api/option/', { key: option, value: 'true' }, 'PUT');
  }
});
