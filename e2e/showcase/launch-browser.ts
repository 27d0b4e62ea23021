import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '@tollgate/tools';

/** Launches the browser that takes the screenshots. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ ...findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
}
