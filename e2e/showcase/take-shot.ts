import type { Browser } from '@playwright/test';
import { join } from 'node:path';
import { listConsolePages } from '../console-pages.ts';
import { openPage } from '../open-page.ts';
import type { Showcase } from './start-showcase.ts';

/** A page as seen by one user in one language, theme and width. */
interface Shot {
  /** Name of the PNG file. */
  file: string;
  path: string;
  /** Empty for a visitor. */
  user: string;
  language: 'zh' | 'en';
  theme: 'light' | 'dark';
  width: number;
}

const VIEWPORTS = [
  { label: 'desktop', width: 1440, height: 900 },
  { label: 'phone', width: 390, height: 844 },
] as const;
const DRAWN_MS = 20_000;
const VISITOR = '';
const pages = listConsolePages().filter(
  ({ path }) => /^[^$_]+$/.test(path) && path !== '/chat2link',
);
/** Pages by the user who sees them, the one they are made for. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  [VISITOR]: [...pathsOf('public'), '/no-such-page'],
  alice: pathsOf('user'),
  root: [...pathsOf('user'), ...pathsOf('admin'), '/channel/edit/1', '/user/edit/2'],
};

function pathsOf(access: string): string[] {
  return pages.filter((page) => page.access === access).map(({ path }) => path);
}

/** Lists every page × language × theme × width, in that order. */
export function listShots(): Shot[] {
  return Object.entries(PAGES).flatMap(([user, paths]) =>
    paths.flatMap((path) =>
      (['en', 'zh'] as const).flatMap((language) =>
        (['light', 'dark'] as const).flatMap((theme) =>
          VIEWPORTS.map(({ label, width }) => ({
            file: `${[user || 'visitor', path.replaceAll('/', '-').replace(/^-/, '') || 'home', language, theme, label].join('_')}.png`,
            path,
            user,
            language,
            theme,
            width,
          })),
        ),
      ),
    ),
  );
}

/** Opens the page in a separate browser context and writes its screenshot into `folder`. */
export async function takeShot(
  browser: Browser,
  { url, sessions }: Showcase,
  { file, path, user, language, theme, width }: Shot,
  folder: string,
): Promise<void> {
  const height = VIEWPORTS.find((viewport) => viewport.width === width)?.height ?? 900;
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
  });
  const page = await context.newPage();
  await openPage(page, { url: url + path, user: sessions[user] ?? '', language, theme });
  // Pages whose rows never arrive (errors, streams) are captured as they are.
  await page.waitForFunction(isDrawn, undefined, { timeout: DRAWN_MS }).catch(() => undefined);
  await page.screenshot({ path: join(folder, file) });
  await context.close();
}

/** Runs in the page: no placeholder is left for anything still being loaded or drawn. */
const isDrawn = () =>
  document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root') === null;
