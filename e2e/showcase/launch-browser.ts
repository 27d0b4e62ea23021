import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM, findProgram } from '@tollgate/tools';

/** Launches the browser that takes the screenshots. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? findProgram(CHROMIUM);
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
}
