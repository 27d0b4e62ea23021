import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM, findProgram } from '@tollgate/tools';

/** The browser that screenshots are taken with. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? findProgram(CHROMIUM);
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
}
