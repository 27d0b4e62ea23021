import { expect } from '@playwright/test';
import { type FilledGateway, startFilledGateway } from '../filled-gateway.ts';
import { test } from '../test.ts';

let gateway: FilledGateway;
test.beforeAll(async () => {
  gateway = await startFilledGateway();
});
test.afterAll(() => gateway.stop());

test('two models respond side by side with their costs, one is stopped and keeps its text, and the call is shown as code', async ({
  page,
}) => {
  const { token } = JSON.parse(gateway.user) as { token: string };
  await page.context().addCookies([{ name: 'session', value: token, url: gateway.url }]);
  await page.addInitScript((stored) => {
    localStorage.setItem('language', 'en');
    localStorage.setItem('user', stored);
  }, gateway.user);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${gateway.url}/playground?model=gpt-4o&compare=gpt-4o-mini`);
  const box = page.getByRole('textbox', { name: 'Ask something' });
  await box.fill('What does 402 mean?');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('cost')).toHaveCount(2);
  await expect(page.getByTestId('cost').first()).toHaveText(/^\$0\.0\d+$/);
  await expect(page.getByText('first token').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'curl' })).toContainText('What does 402 mean?');

  // On a laptop, the composer’s controls fit in one row.
  await page.setViewportSize({ width: 1280, height: 800 });
  const bottomOf = async (name: string) => {
    const place = await page.getByRole('button', { name, exact: true }).boundingBox();
    return (place?.y ?? 0) + (place?.height ?? 0);
  };
  const modes = await page.getByRole('radiogroup', { name: 'Output type' }).boundingBox();
  expect(await bottomOf('Add image')).toBeGreaterThan(modes?.y ?? 0);
  expect(
    Math.abs((await bottomOf('Add image')) - (modes?.y ?? 0) - (modes?.height ?? 0)),
  ).toBeLessThan(8);

  // A stream that never ends by itself.
  gateway.simulator.script(() => ({ fault: 'stall-mid-stream' }));
  await page.getByRole('button', { name: 'Close this model' }).click();
  await box.fill('Tell me a long story');
  await page.keyboard.press('Control+Enter');
  const side = page.getByRole('region', { name: 'gpt-4o', exact: true });
  await side.getByRole('button', { name: 'Stop' }).click();
  await expect(side.getByText('Stopped')).toBeVisible();
  // A reload stops one too, and is not taken for a lost server.
  await box.fill('Tell me another');
  await page.keyboard.press('Control+Enter');
  await expect(side.getByRole('button', { name: 'Stop' })).toBeVisible();
  await page.reload();
  await expect(side.getByText('Stopped')).toHaveCount(2);
  await expect(side.getByRole('alert')).toHaveCount(0);
  gateway.simulator.script(undefined);

  await side.getByRole('link', { name: 'Open in logs' }).first().click();
  await expect(page.getByRole('link', { name: 'Playground' }).last()).toBeVisible();
});
