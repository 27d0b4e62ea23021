import { expect, test } from '@playwright/test';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { findViolations } from '../find-violations.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { resize, WIDTHS } from '../resize.ts';

let gateway: RunningGateway;
let vite: ChildProcess;
let url = '';

/** The gallery exists only in development, so it is opened the way developers do. */
test.beforeAll(async () => {
  gateway = await startGateway();
  const root = join(import.meta.dirname, '../..');
  const program = join(root, 'node_modules/.bin/vite');
  vite = spawn(program, ['apps/console', '--port', '0', '--host', '127.0.0.1'], {
    cwd: root,
    env: { ...process.env, GATEWAY_URL: gateway.url, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    vite.on('exit', (code) => reject(new Error(`Vite ended with ${code}\n${printed}`)));
    vite.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const match = /(http:\/\/127\.0\.0\.1:\d+)/.exec(printed);
      if (match?.[1]) resolve(match[1]);
    });
  });
});
test.afterAll(async () => {
  vite.removeAllListeners('exit');
  if (vite.pid !== undefined) process.kill(-vite.pid);
  await gateway.stop();
});

test('every shared component in every state, light and dark, has no axe violations and no overflow, wide and narrow', async ({
  page,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('language', 'en');
    localStorage.setItem('theme-mode', 'light');
  });
  await page.goto(`${url}/__gallery`);
  await expect(page.getByRole('heading', { name: 'DataTable: stale' })).toBeVisible();
  for (const [theme, scope] of [
    ['light', { looks: 'all' }],
    // A theme can break only contrast.
    ['dark', { rules: 'contrast' }],
  ] as const) {
    const transitions = await page.evaluate((theme) => {
      document.documentElement.dataset.mantineColorScheme = theme;
      return document.getAnimations().filter((one) => one instanceof CSSTransition).length;
    }, theme);
    // Reduced motion: all colors change together.
    expect([theme, transitions]).toEqual([theme, 0]);
    for (const width of WIDTHS) {
      await resize(page, width);
      expect([theme, width, await findViolations(page, undefined, scope)]).toEqual([
        theme,
        width,
        [],
      ]);
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect([theme, width, Math.max(0, beyond)]).toEqual([theme, width, 0]);
    }
  }
});

test('the production build has no gallery', async ({ page }) => {
  await page.goto(`${gateway.url}/__gallery`);
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible();
});
