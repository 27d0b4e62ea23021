import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CASES } from './cases/cases.ts';
import { readCommand } from './read-command.ts';
import { type Findings, runCommand } from './run-command.ts';

/** Built by `npm test`, as operators run it; otherwise its sources. */
const { TEST_GATEWAY_BUNDLE: bundle } = process.env;
const MAIN = bundle
  ? join(bundle, 'gateway/main.js')
  : fileURLToPath(new URL('../../apps/gateway/src/main.ts', import.meta.url));
const READY = /serves on (http:\S+)/;
const PASSWORD = 'conformance';
/** Markers of this gateway in reasoning that was sealed for another upstream. */
const OWN_MARKS = 'tg1\\.|dGcxL';

let gateway: ChildProcess;
let folder: string;
let findings: Findings;
let report = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-conformance-'));
  const baseUrl = await startGateway();
  const args = ['--base-url', baseUrl, '--setup', 'tollgate', '--admin', `root:${PASSWORD}`];
  findings = await runCommand(
    readCommand([...args, '--mock-port', '0', '--never-send', OWN_MARKS]),
    (text) => {
      report += `${text}\n`;
    },
  );
});

afterAll(async () => {
  const ended = once(gateway, 'close');
  gateway.kill('SIGKILL');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the gateway with an empty folder. */
function startGateway(): Promise<string> {
  gateway = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PORT: '0',
      DATA_DIR: folder,
      RATE_LIMIT: 'off',
      ALLOW_PRIVATE_UPSTREAMS: 'on',
      LOG_LEVEL: 'error',
      INITIAL_ROOT_PASSWORD: PASSWORD,
    },
  });
  return new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [gateway.stdout, gateway.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const url = READY.exec(output)?.[1];
        if (url !== undefined) resolve(url);
      });
    gateway.once('close', (code) => reject(new Error(`the gateway ended with ${code}: ${output}`)));
  });
}

describe('this gateway', () => {
  test.each(CASES.map(({ name, title }) => [name, title]))('passes %s: %s', (name) => {
    const results = findings.results.filter((result) => result.case === name);
    const ran = results.filter(({ outcome }) => outcome !== 'omitted');
    const failed = ran.flatMap(({ failure }) => failure ?? []);
    expect(ran.length).toBeGreaterThan(0);
    expect(failed, report).toEqual([]);
  });

  test.each(['switch', 'failover-first', 'failover-later'])(
    'passes all 100 pairs, whole and streamed: %s',
    (name) => {
      const passed = findings.results.filter(
        (result) => result.case === name && result.outcome === 'passed',
      );
      expect(passed).toHaveLength(200);
    },
  );

  test('charges every call by the formula, to the unit', () => {
    expect(findings.charges?.checked).toBeGreaterThan(5000);
    expect(findings.charges?.wrong).toEqual([]);
  });
});
