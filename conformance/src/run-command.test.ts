import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { readCommand } from './read-command.ts';
import { runCommand } from './run-command.ts';

const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a gateway that responds the same to every call. */
async function startGateway(status: number, body: string): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  closers.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function run(baseUrl: string, ...options: string[]) {
  let report = '';
  const args = ['--base-url', baseUrl, '--key', 'k', '--mock-port', '0', ...options];
  const findings = await runCommand(readCommand(args), (text) => {
    report += text;
  });
  return { ...findings, report };
}

describe('a gateway', () => {
  test('that responds with nothing fails every case, each with the rule it broke', async () => {
    const { results, passed, report } = await run(await startGateway(200, '{}'));
    const ran = results.filter(({ outcome }) => outcome !== 'omitted');
    expect(passed).toBe(false);
    expect(ran.length).toBeGreaterThan(500);
    expect(ran.filter(({ outcome }) => outcome === 'passed')).toEqual([]);
    expect(ran.filter(({ failure }) => failure?.rule === 'all/runs')).toEqual([]);
    expect(report).toMatch(/Broken rules[\s\S]*✗ plain: chat client/);
  });

  test("whose error has another dialect's format fails the rule on error shapes", async () => {
    const error = { error: { message: 'No.', type: 'x', code: null, param: null } };
    const url = await startGateway(404, JSON.stringify(error));
    const { results } = await run(url, '--case', 'unknown-model', '--upstreams', 'chat');
    const rules = results.map(({ setting, failure }) => [setting.client, failure?.rule]);
    expect(rules).toEqual([
      ['chat', 'all/error-status'],
      ['responses', 'all/error-status'],
      ['messages', 'messages/error-shape'],
      ['gemini', 'gemini/error-shape'],
    ]);
  });

  test('with its own upstreams runs only the cases that need no control of upstreams', async () => {
    const { results } = await run(await startGateway(200, '{}'), '--no-mocks');
    const ran = new Set(results.flatMap((one) => (one.outcome === 'omitted' ? [] : one.case)));
    expect(ran).toContain('plain');
    expect(ran).not.toContain('switch');
  });
});

test.each([
  [[], /--base-url is missing/],
  [['--base-url', 'http://g'], /--key is missing/],
  [['--base-url', 'http://g', '--setup', 'tollgate'], /--setup needs --admin/],
  [['--base-url', 'http://g', '--key', 'k', '--case', 'plan'], /plan is none of plain/],
  [['--base-url', 'http://g', '--key', 'k', '--parallel', 'many'], /many is no number/],
])('%j is refused with what is wrong about it', (args, message) => {
  expect(() => readCommand(args)).toThrow(message);
});
