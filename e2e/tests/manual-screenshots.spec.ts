import { expect } from '@playwright/test';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { openPage } from '../open-page.ts';
import { signIn } from '../sign-in.ts';
import { test } from '../test.ts';

let gateway: RunningGateway;
test.beforeAll(async () => {
  gateway = await startGateway();
});
test.afterAll(() => gateway.stop());

test('the manual loads each provider’s form when scrolled to, in its language, and the browser caches it permanently', async ({
  page,
}) => {
  const { stored: user } = await signIn(gateway.url);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.webp')) requested.push(request.url());
  });
  const url = `${gateway.url}/docs/channels`;
  const problems = await openPage(page, { url, user, language: 'en', theme: 'light' });
  const screenshots = page.locator('.docs-text img');
  const last = screenshots.last();
  await expect(last).toHaveAttribute('alt', /Suno/);
  const count = await screenshots.count();
  expect(count).toBeGreaterThan(10);
  expect(requested.length).toBeLessThan(count);

  const height = (await last.boundingBox())?.height ?? 0;
  expect(height).toBeGreaterThan(200);
  await last.scrollIntoViewIfNeeded();
  await expect.poll(() => last.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(784);
  expect((await last.boundingBox())?.height).toBe(height);
  const response = await page.request.get(gateway.url + (await last.getAttribute('src')));
  expect(response.headers()).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(problems).toEqual([]);
});
