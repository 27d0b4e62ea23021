import { chromium } from '@playwright/test';
import { startFilledGateway } from './filled-gateway.ts';
import { openPage } from './open-page.ts';
import { findViolations } from './find-violations.ts';
const out = '/tmp/h-wallet-shots';
const gateway = await startFilledGateway();
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const steps = process.argv.slice(2);
for (const [path, click] of steps.map((s) => s.split('#')))
  for (const [language, theme, width] of [
    ['zh', 'light', 1280],
    ['en', 'dark', 390],
    ['en', 'light', 1280],
    ['zh', 'dark', 390],
  ] as const) {
    const page = await (await browser.newContext({ viewport: { width, height: 800 } })).newPage();
    const problems = await openPage(page, {
      url: gateway.url + path,
      user: gateway.user,
      language,
      theme,
    });
    for (const name of click ? click.split('|') : []) {
      const [zh, en] = name.split('~');
      await page
        .getByRole('button', { name: language === 'zh' ? zh! : en!, exact: true })
        .first()
        .click();
      await page.waitForTimeout(400);
    }
    await page.waitForTimeout(300);
    await page.screenshot({
      path: `${out}/${(path!.replace(/\W+/g, '_') + (click ?? '').replace(/\W+/g, '_')).slice(0, 40)}-${language}-${theme}-${width}.png`,
    });
    console.log(path, click, language, theme, width, problems, await findViolations(page));
    await page.context().close();
  }
await browser.close();
await gateway.stop();
process.exit(0);
