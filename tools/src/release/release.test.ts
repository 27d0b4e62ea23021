import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../process/run-command.ts';
import { repositoryRoot } from '../repository.ts';
import { compileModule } from './compile-module.ts';
import { packRelease } from './pack-release.ts';
import { writeClientModules } from './write-client-release.ts';
import { writeRelease } from './write-release.ts';

const PAGE = '<!doctype html><title>the console</title>';
const TIME_LIMIT_MS = 120_000;

describe('the npm package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-package-'));
  const installed = join(folder, 'site/node_modules/tollgate');
  const command = join(installed, 'apps/gateway/src/launch.js');
  let manifest: Record<string, Record<string, string>>;

  beforeAll(async () => {
    mkdirSync(join(folder, 'console/assets'), { recursive: true });
    writeFileSync(join(folder, 'console/index.html'), PAGE);
    writeRelease(join(folder, 'work'), join(folder, 'console'));
    const tarball = await packRelease(join(folder, 'work'), folder);
    mkdirSync(installed, { recursive: true });
    const args = ['-xzf', tarball, '--strip-components=1', '-C', installed];
    await runCommand('tar', args, { output: 'capture' });
    manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as typeof manifest;
    // What the package declares is there, and nothing else of ours: a missing dependency would show.
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const place = join(folder, 'site/node_modules', name);
      mkdirSync(dirname(place), { recursive: true });
      symlinkSync(join(repositoryRoot, 'node_modules', name), place);
    }
  }, TIME_LIMIT_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('names no workspace, and every dependency in one exact version', () => {
    const versions = { ...manifest.dependencies, ...manifest.optionalDependencies };
    expect(Object.keys(versions)).toContain('better-sqlite3');
    expect(Object.keys(versions).filter((name) => name.startsWith('@tollgate/'))).toEqual([]);
    expect(Object.values(versions).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual(
      [],
    );
  });

  test(
    'serves the API and the console from an empty folder, with its data there',
    async () => {
      const gateway = spawn(process.execPath, [command], {
        cwd: join(folder, 'site'),
        env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      try {
        let said = '';
        while (!said.includes('Tollgate serves on'))
          said += String(((await once(gateway.stdout, 'data')) as [Buffer])[0]);
        const [address = ''] = /http:\S+/.exec(said) ?? [];
        const status = (await (await fetch(`${address}/api/status`)).json()) as {
          success: boolean;
        };
        expect(status.success).toBe(true);
        const page = await fetch(address, { headers: { accept: 'text/html' } });
        expect(await page.text()).toContain('the console');
        expect(readFileSync(join(folder, 'site/data/master.key'), 'utf8')).not.toBe('');
      } finally {
        const ended = once(gateway, 'exit');
        gateway.kill('SIGINT');
        expect(await ended).toEqual([0, null]);
      }
    },
    TIME_LIMIT_MS,
  );

  test(
    'loads every command',
    async () => {
      const names = readFileSync(join(installed, 'apps/gateway/src/cli/command-table.js'), 'utf8');
      const files = [...names.matchAll(/import\('(.*?)'\)/g)].map(([, file]) => file);
      expect(files.length).toBeGreaterThan(10);
      const code = files.map(
        (file) => `await import('${installed}/apps/gateway/src/cli/${file}');`,
      );
      const args = ['--input-type=module', '-e', code.join('')];
      expect(await runCommand(process.execPath, args, { output: 'capture' })).toMatchObject({
        code: 0,
        output: '',
      });
    },
    TIME_LIMIT_MS,
  );
});

test('the package of the client needs zod and nothing else of ours', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-client-'));
  try {
    writeClientModules(folder);
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(repositoryRoot, 'node_modules/zod'), join(folder, 'node_modules/zod'));
    const code =
      "const { createClient } = await import('@tollgate/client');" +
      "console.log(typeof createClient({ server: 'http://localhost' }).call)";
    const args = ['--input-type=module', '-e', code];
    const run = await runCommand(process.execPath, args, { cwd: folder, output: 'capture' });
    expect(run).toMatchObject({ code: 0, output: 'function\n' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('types go, lines stay, and imports name what is there', () => {
  const source = [
    "import { type A, b } from './b.ts';",
    "import type { C } from '@tollgate/contract';",
    "import { d } from '@tollgate/contract';",
    "export const e = async (f: A): Promise<C> => (await import('../g.ts')).h(b, d, f);",
    "const text = 'from ./b.ts';",
    "const worker = new URL('w.ts', import.meta.url);",
  ].join('\n');
  expect(compileModule('apps/gateway/src/store/x.ts', source).split('\n')).toEqual([
    expect.stringMatching(/^import \{ +b \} from '\.\/b\.js';$/),
    '',
    "import { d } from '../../../../packages/contract/src/index.js';",
    expect.stringMatching(/import\('\.\.\/g\.js'\)/),
    "const text = 'from ./b.ts';",
    "const worker = new URL('w.js', import.meta.url);",
  ]);
});
