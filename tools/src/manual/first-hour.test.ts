import { startOpenAiSimulator } from '@tollgate/simulators';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT_PASSWORD, startGateway } from '../clients/start-gateway.ts';
import { readManual, readShellBlocks } from './read-manual.ts';

test('typing the first hour as written ends with a call that a customer has paid for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-first-hour-'));
  const upstream = await startOpenAiSimulator();
  const gateway = await startGateway(folder);
  try {
    const steps = readShellBlocks(readManual()).filter(
      ({ path, mark }) => path === 'docs/manual/en/first-hour.md' && mark === 'first-hour',
    );
    expect(steps.length).toBeGreaterThan(8);
    const printed = await runScript(steps.map(({ code }) => `${code}\necho\n`).join(''), {
      GATEWAY: gateway.url,
      ROOT_PASSWORD,
      UPSTREAM: upstream.url,
      UPSTREAM_KEY: 'sk-test',
    });
    expect(printed).not.toContain('"success":false');
    const [alice] = (await gateway.logAfter(0)).filter(
      (row) => row.username === 'alice' && row.model_name !== '',
    );
    expect(alice).toMatchObject({ model_name: 'gpt-4o-mini' });
    // The list price, raised in step 3: 10 input tokens at 0.18 and 6 output tokens at 0.72 dollars per
    // million.
    const charge = Math.round((10 * 0.18 + 6 * 0.72) / 2);
    expect(alice?.quota).toBe(charge);
    const self = printed.slice(printed.lastIndexOf('"username":"alice"'));
    expect(/"quota":(\d+)/.exec(self)?.[1]).toBe(String(2_500_000 - charge));
  } finally {
    await gateway.stop();
    await upstream.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Runs commands in one shell, stopping at the first failure. Returns their output. */
async function runScript(script: string, env: Record<string, string>): Promise<string> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`The first hour ended with ${code}:\n${printed}\n${errors}`);
  return printed;
}
