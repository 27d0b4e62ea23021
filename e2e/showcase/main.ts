import { ensureConsole } from '@tollgate/tools';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from './launch-browser.ts';
import { readArguments, type ShowcaseArguments } from './read-arguments.ts';
import { startShowcase } from './start-showcase.ts';
import { takeManualScreenshots } from './take-manual-screenshots.ts';
import { listShots, takeShot } from './take-shot.ts';

/**
 * `npm run screenshots`: every page of the console with four weeks of realistic data, as PNG files in
 * `screenshots/`; or what its usage lists.
 */
const args = readArguments(process.argv.slice(2));
const print = (line: string) => void process.stdout.write(`${line}\n`);
if ('usage' in args) {
  print(args.usage);
  process.exit(args.isFault ? 2 : 0);
}
await ensureConsole();
if (args.manual) await takeManualScreenshots(args.only, print);
else await showPages(args);
process.exit(0);

async function showPages({ only, serve }: ShowcaseArguments): Promise<void> {
  const showcase = await startShowcase(print);
  if (serve) {
    print(`${showcase.url} (root / 123456, alice / showcase-12345); Ctrl-C stops it`);
    await new Promise((resolve) => process.once('SIGINT', resolve));
  } else {
    const folder = join(import.meta.dirname, '..', '..', 'screenshots');
    mkdirSync(folder, { recursive: true });
    const browser = await launchBrowser();
    const shots = listShots().filter(({ file }) => file.includes(only));
    for (const shot of shots) await takeShot(browser, showcase, shot, folder);
    await browser.close();
    print(`${shots.length} screenshots in screenshots/`);
  }
  await showcase.stop();
}
