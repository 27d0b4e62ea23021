import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway, STARTED_FOLDER } from './gateway.ts';
import { signIn } from './sign-in.ts';

/**
 * Starts a gateway once, and leaves its data folder for all tests to copy. Returns the function that removes
 * it.
 */
// oxlint-disable-next-line import/no-default-export -- what Playwright calls
export default async function prepareDataFolder(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-e2e-started-'));
  const gateway = await startGateway();
  await signIn(gateway.url);
  await gateway.quit();
  cpSync(gateway.dataDir, folder, { recursive: true });
  await gateway.stop();
  process.env[STARTED_FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
