import { channelScreenshots, LANGUAGES, SCREENSHOT_FOLDER } from '@tollgate/tools';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startGateway } from '../gateway.ts';
import { signIn } from '../sign-in.ts';
import { launchBrowser } from './launch-browser.ts';
import { takeChannelScreenshot } from './take-channel-screenshot.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/**
 * Takes the screenshots of the operators' manual in all its languages; only those with `only` in their name.
 */
export async function takeManualScreenshots(
  only: string,
  print: (line: string) => void,
): Promise<void> {
  const gateway = await startGateway();
  const { stored: user } = await signIn(gateway.url);
  const browser = await launchBrowser();
  const selected = channelScreenshots.filter(({ name }) => name.includes(only));
  try {
    for (const language of LANGUAGES) {
      const folder = join(ROOT, SCREENSHOT_FOLDER, language);
      // Removes obsolete screenshots.
      if (only === '') rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      for (const screenshot of selected) {
        const path = join(folder, `channel-${screenshot.name}.webp`);
        await takeChannelScreenshot(browser, screenshot, {
          url: gateway.url,
          user,
          language,
          path,
        });
      }
    }
  } finally {
    await browser.close();
    await gateway.stop();
  }
  print(`${selected.length * LANGUAGES.length} screenshots in ${SCREENSHOT_FOLDER}/`);
}
