import { startOpenAiSimulator } from '@tollgate/simulators';
import { readConfig } from '@tollgate/gateway';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../../apps/gateway/src/cli/run-command.ts';
import {
  startTestGateway,
  type TestGateway,
} from '../../../apps/gateway/test-support/test-gateway.ts';
import { repositoryRoot } from '../repository.ts';
import { readManual, readShellBlocks } from './read-manual.ts';

/**
 * Pages whose commands are run elsewhere: in `first-hour.test.ts`, `command-line.test.ts` and `npm run
 * bare-root`.
 */
const RUN_ELSEWHERE = ['first-hour.md', 'command-line.md', 'install.md', 'deploy.md'];
/** Commands that are not run, and why. */
const NOT_RUN: Record<string, string> = {
  'npm ci': 'installs what is there: bare-root runs it',
  'npm start': 'goes on until it is stopped: bare-root runs it',
  'npm run backup -- s3://': 'a storage elsewhere: back-up.test.ts has a stand-in',
  'npm run verify -- s3://': 'a storage elsewhere: back-up.test.ts has a stand-in',
  'npm run import --': 'another shop’s database: import-by-source.test.ts',
  'curl -s -H "Authorization: Bearer ACCESS_TOKEN"': 'the old gateway’s address',
};
const blocksOf = (language: string) =>
  readShellBlocks(readManual()).filter(
    ({ path }) =>
      path.startsWith(`docs/manual/${language}/`) &&
      !RUN_ELSEWHERE.some((name) => path.endsWith(`/${name}`)),
  );
const isCall = (code: string) => code.includes('$GATEWAY/') || code.includes('openssl dgst');
const isExport = (code: string) => /^(?:export .*\n)+$/.test(code);
const linesOf = (code: string) => code.replaceAll('\\\n', ' ').trimEnd().split('\n');
const isNotRun = (line: string) => Object.keys(NOT_RUN).some((begin) => line.startsWith(begin));
const blocks = blocksOf('en');
const calls = blocks.filter(({ code }) => isCall(code));
const commands = blocks
  .filter(({ code }) => !isCall(code))
  .flatMap(({ path, code }) => linesOf(code).map((line) => ({ path, line })))
  .filter(({ line }) => line.startsWith('npm run ') && !isNotRun(line));

const folder = mkdtempSync(join(tmpdir(), 'tollgate-manual-'));
const PASSPHRASE = 'correct horse battery staple';
let gateway: TestGateway;
let upstream: Awaited<ReturnType<typeof startOpenAiSimulator>>;
let token = '';
beforeAll(async () => {
  [gateway, upstream] = await Promise.all([startTestGateway(), startOpenAiSimulator()]);
  await gateway.channel({ name: 'openai', base_url: upstream.url, models: 'gpt-4o-mini' });
  const alice = await gateway.user({ name: 'alice', quota: 2_500_000 });
  await gateway.token(alice);
  const root = { id: gateway.root.id, quota: 1_000_000, quota_before: await quotaOfRoot() };
  await gateway.root.call('PUT', '/api/user/', { ...root, reason: 'for a team' });
  token = (await gateway.root.call('GET', '/api/user/token')).body.data as never;
});
afterAll(async () => {
  await Promise.all([gateway.close(), upstream.close()]);
  rmSync(folder, { recursive: true, force: true });
});
const quotaOfRoot = async () =>
  (await gateway.root.call('GET', '/api/user/self')).body.data.quota as number;

test('the manual has the same commands in both languages', () => {
  const plain = (language: string) =>
    readShellBlocks(readManual())
      .filter(({ path }) => path.startsWith(`docs/manual/${language}/`))
      .map(({ path, code }) => [path.slice(`docs/manual/${language}/`.length), code]);
  expect(plain('zh')).toEqual(plain('en'));
});

test('every command of the manual is run by a test, or the reason why not is given', () => {
  const rest = blocks
    .filter(({ code }) => !isCall(code) && !isExport(code))
    .flatMap(({ path, code }) => linesOf(code).map((line) => `${path}: ${line}`))
    .filter((line) => {
      const command = line.slice(line.indexOf(': ') + 2);
      return !isNotRun(command) && !/^(?:npm run |export )/.test(command);
    });
  expect(rest).toEqual([]);
  const unused = Object.keys(NOT_RUN).filter(
    (begin) => !blocks.some(({ code }) => linesOf(code).some((line) => line.startsWith(begin))),
  );
  expect(unused).toEqual([]);
});

test('every management API call in the manual succeeds as written', async () => {
  expect(calls.length).toBeGreaterThan(12);
  const printed = await runShell(calls.map(({ code }) => `${code}\necho\n`).join(''), {
    GATEWAY: gateway.url,
    ACCESS_TOKEN: token,
  });
  expect(printed).not.toContain('"success":false');
  const alice = await gateway.root.call('GET', '/api/user/search?keyword=alice');
  expect((alice.body.data as unknown as { items: object[] }).items).toMatchObject([
    { quota: 3_000_000 },
  ]);
});

test('a gateway starts with every variable that the manual exports', () => {
  const exporting = blocks.filter(({ code }) => isExport(code) && !code.includes('$GATEWAY'));
  expect(exporting.length).toBeGreaterThan(4);
  for (const { code } of exporting) {
    const variables = [...code.matchAll(/^export (\w+)=(?:'([^']*)'|(.*))$/gm)].map(
      ([, name = '', quoted, plain = '']) => [
        name,
        quoted ?? (plain === '$(openssl rand -hex 32)' ? 'ab'.repeat(32) : plain),
      ],
    );
    expect(() => readConfig(Object.fromEntries(variables) as Record<string, string>)).not.toThrow();
  }
});

test('every tollgate command in the manual succeeds: backup, restore, verify, plan, apply, new master key and the rest', async () => {
  const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const backups = join(folder, 'backups');
  const restored = join(folder, 'restored');
  mkdirSync(backups);
  const running = {
    DATA_DIR: gateway.database.dataDir,
    BACKUP_PASSPHRASE: PASSPHRASE,
    TOLLGATE_SERVER: gateway.url,
    TOLLGATE_ACCESS_TOKEN: token,
    // Variables that the exported file refers to.
    CHANNEL_OPENAI_KEY: 'sk-upstream',
  };
  /** Commands that require a stopped gateway run on the restored folder. */
  const STANDING = /restore|rotate-key|recover|compact/;
  const done: string[] = [];
  for (const { path, line } of commands) {
    const [, script = '', rest = ''] = /^npm run ([\w-]+)(?: -- (.*))?$/.exec(line) ?? [];
    const own = /cli\.ts ?(.*)$/.exec(scripts[script] ?? '')?.[1] ?? 'no command of tollgate';
    const [newest = ''] = existsSync(backups) ? readdirSync(backups).toSorted().toReversed() : [];
    const words = `${own} ${rest}`
      .trim()
      .replace(/\/var\/backups\/tollgate-\d{8}T\d{6}Z\.backup/, join(backups, newest))
      .replace('/var/backups/', `${backups}/`)
      .replace(/(?<= )(site\.yaml|bundle\.tar\.gz)/, join(folder, '$1'))
      .split(/\s+/);
    const isStanding = STANDING.test(words[0] ?? '');
    const env = isStanding ? { ...running, DATA_DIR: restored } : running;
    if (rest === '--accept-lost-key') rmSync(join(restored, 'master.key'));
    const told: string[] = [];
    const print = (text: string) => void told.push(text);
    const code = await runCommand(words, { env, print: print, printStatus: print });
    done.push(line);
    expect([path, line, code, code === 0 ? '' : told.join('\n')]).toEqual([path, line, 0, '']);
  }
  expect(done).toEqual(
    expect.arrayContaining([
      'npm run restore -- /var/backups/tollgate-20261123T040000Z.backup',
      'npm run tollgate -- apply site.yaml --yes',
      'npm run tollgate -- rotate-key',
      'npm run tollgate -- compact',
    ]),
  );
});

/** Runs commands in one shell, stopping at the first failure. Returns their output. */
async function runShell(script: string, env: Record<string, string>): Promise<string> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  if (code !== 0) throw new Error(`The commands ended with ${code}:\n${printed}\n${errors}`);
  return printed;
}
