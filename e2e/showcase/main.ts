import { chromium } from '@playwright/test';
import { CHROMIUM, ensureConsole, findProgram } from '@tollgate/tools';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startShowcase } from './start-showcase.ts';
import { listShots, takeShot } from './take-shot.ts';

/**
 * `npm run screenshots`: every page of the console with four weeks of lifelike data, in both
 * languages and themes, on a desktop and a phone, as PNG files in `screenshots/`.
 * `-- --only wallet` takes the pages whose name has that in it; `-- --serve` keeps the site up
 * to look around instead.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, serve: { type: 'boolean', default: false } },
});
const folder = join(import.meta.dirname, '..', '..', 'screenshots');
const say = (line: string) => void process.stdout.write(`${line}\n`);
await ensureConsole();
const showcase = await startShowcase(say);
if (values.serve) {
  say(`${showcase.url} (root / 123456, alice / showcase-12345); Ctrl-C stops it`);
  await new Promise((resolve) => process.once('SIGINT', resolve));
} else {
  mkdirSync(folder, { recursive: true });
  const executablePath = process.env.CHROMIUM_PATH ?? findProgram(CHROMIUM);
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const shots = listShots().filter(({ file }) => file.includes(values.only ?? ''));
  for (const shot of shots) await takeShot(browser, showcase, shot, folder);
  await browser.close();
  say(`${shots.length} pictures in screenshots/`);
}
await showcase.stop();
process.exit(0);
