import { CHROMIUM, findProgram } from './find-program.ts';

/**
 * Returns the launch option that names the browser to test and measure with: `CHROMIUM_PATH`, else an installed
 * one. Empty if there is none: Playwright then looks for its own.
 */
export function findChromium(): { executablePath?: string } {
  const executablePath = process.env.CHROMIUM_PATH ?? findProgram(CHROMIUM);
  return executablePath === undefined ? {} : { executablePath };
}
