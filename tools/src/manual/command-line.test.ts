import { startOpenAiSimulator } from '@tollgate/simulators';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../../apps/gateway/src/cli/run-command.ts';
import { insertSampleLog } from '../../../apps/gateway/test-support/insert-sample-log.ts';
import {
  startTestGateway,
  type TestGateway,
} from '../../../apps/gateway/test-support/test-gateway.ts';
import { readManual, readShellBlocks } from './read-manual.ts';
import { LANGUAGES } from './words.ts';

/** Splits a line as a shell does; the page has no variables in its commands. */
const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word = '']) => quoted ?? word);

describe.each(LANGUAGES)('the command line in the manual (%s)', (language) => {
  const page = `docs/manual/${language}/command-line.md`;
  const lines = readShellBlocks(readManual().filter(({ path }) => path === page)).flatMap(
    ({ code }) => [...code.matchAll(/^tollgate (.*)$/gm)].map(([, line = '']) => line),
  );
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-command-line-'));
  const keyFile = join(folder, 'upstream-key.txt');
  let gateway: TestGateway;
  let upstream: Awaited<ReturnType<typeof startOpenAiSimulator>>;
  beforeAll(async () => {
    [gateway, upstream] = await Promise.all([startTestGateway(), startOpenAiSimulator()]);
    for (const name of ['openai', 'spare']) await gateway.channel({ name, base_url: upstream.url });
    const alice = await gateway.user({ name: 'alice' });
    writeFileSync(keyFile, 'sk-from-a-file\n');
    await insertSampleLog(gateway, { ...alice, name: 'alice' }, { model_name: 'gpt-4o-mini' });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await Promise.all([gateway.close(), upstream.close()]);
  });

  test('every command does what it is for', async () => {
    const token = (await gateway.root.call('GET', '/api/user/token')).body.data as never;
    const env = { TOLLGATE_SERVER: gateway.url, TOLLGATE_ACCESS_TOKEN: token };
    expect(lines.length).toBeGreaterThan(25);
    for (const each of lines) {
      const line = each.replace('upstream-key.txt', keyFile);
      const stop = new AbortController();
      const noted: string[] = [];
      const code = await runCommand(wordsOf(line), {
        env,
        signal: stop.signal,
        printStatus: (text) => noted.push(text),
        print: () => line.startsWith('logs tail') && stop.abort(),
      });
      expect([
        line,
        code,
        noted.filter((text) => !/^(?:Nothing matches|User bob created)/.test(text)),
      ]).toEqual([line, 0, []]);
    }
    const alice = await gateway.root.call('GET', '/api/user/search?keyword=alice');
    expect((alice.body.data as unknown as { items: object[] }).items).toMatchObject([
      { status: 1, quota: 2_500_000 + 2_500_000 - 750_000 },
    ]);
  });
});
