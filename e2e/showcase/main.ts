import { ensureConsole } from '@tollgate/tools';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from './launch-browser.ts';
import { startShowcase } from './start-showcase.ts';
import { takeManualScreenshots } from './take-manual-screenshots.ts';
import { listShots, takeShot } from './take-shot.ts';

/**
 * `npm run screenshots`: every page of the console with four weeks of realistic data, in both languages and
 * themes, on a desktop and a phone, as PNG files in `screenshots/`. `-- --only wallet` takes only pages with
 * that in their name; `-- --serve` keeps the site running to look around instead; `-- --manual` takes the
 * screenshots of the operators' manual instead.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    serve: { type: 'boolean', default: false },
    manual: { type: 'boolean', default: false },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);
await ensureConsole();
if (values.manual) await takeManualScreenshots(values.only ?? '', say);
else await showPages();
process.exit(0);

async function showPages(): Promise<void> {
  const showcase = await startShowcase(say);
  if (values.serve) {
    say(`${showcase.url} (root / 123456, alice / showcase-12345); Ctrl-C stops it`);
    await new Promise((resolve) => process.once('SIGINT', resolve));
  } else {
    const folder = join(import.meta.dirname, '..', '..', 'screenshots');
    mkdirSync(folder, { recursive: true });
    const browser = await launchBrowser();
    const shots = listShots().filter(({ file }) => file.includes(values.only ?? ''));
    for (const shot of shots) await takeShot(browser, showcase, shot, folder);
    await browser.close();
    say(`${shots.length} screenshots in screenshots/`);
  }
  await showcase.stop();
}
