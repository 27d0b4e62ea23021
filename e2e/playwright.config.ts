import { defineConfig } from '@playwright/test';
import { findChromium } from '@tollgate/tools';

/**
 * Chromium features to disable. Only the last such switch counts, so Playwright's own that matter here are
 * repeated: the address bar's pop-ups are separate pages, which every new window loads for half a second of
 * CPU although nobody sees it.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
];

/** How Chromium is started, with options for V8. */
const chromium = (v8Options: string) => ({
  ...findChromium(),
  timeout: 120_000,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // Drawn in software anyway: in the browser’s process, each frame costs two messages less.
    '--in-process-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--js-flags=${v8Options}`,
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
  ],
});

/** A page lives for seconds: optimizing its code costs more than it saves. */
const SHORT_LIVED = chromium('--no-turbofan --no-maglev');
/** Axe runs in one page for minutes and makes many objects: with Maglev and room for them, it takes a tenth less CPU. */
const LONG_LIVED = chromium('--no-turbofan --min-semi-space-size=16 --max-semi-space-size=64');

// Files are not compiled: their places need no mapping, which took a fortieth of the CPU time.
Reflect.deleteProperty(Error, 'prepareStackTrace');

export default defineConfig({
  testDir: './tests',
  // Node removes the types of all files and caches the result; Playwright would compile each.
  build: { external: ['**/*'] },
  globalSetup: './prepare-data-folder.ts',
  workers: 3,
  // Axe's visits share a page, a filled gateway and what was judged: a further worker costs ten CPU seconds, but
  // one alone would be the last to end.
  projects: [
    { name: 'axe', testMatch: 'axe.spec.ts', workers: 2, use: { launchOptions: LONG_LIVED } },
    { name: 'pages', testIgnore: 'axe.spec.ts', use: { launchOptions: SHORT_LIVED } },
  ],
  fullyParallel: false,
  retries: 0,
  // What never comes fails, but nothing fails for being late: other work may slow the machine down tenfold.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  use: {
    browserName: 'chromium',
    // Transitions would be drawn frame by frame, in software.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
