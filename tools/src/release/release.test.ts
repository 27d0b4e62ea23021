import { startOpenAiSimulator } from '@tollgate/simulators';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../process/run-command.ts';
import { repositoryRoot } from '../repository.ts';
import { compileModule } from './compile-module.ts';
import { type InstalledRelease, installRelease, startInstalled } from './installed-release.ts';
import { writeClientModules } from './write-client-release.ts';

describe('the npm package', () => {
  const work = mkdtempSync(join(tmpdir(), 'tollgate-package-'));
  let release: InstalledRelease;
  beforeAll(async () => {
    release = await installRelease(work);
  });
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  test("depends only on what can't be bundled, in one exact version", () => {
    const { dependencies, optionalDependencies } = release.manifest;
    expect(Object.keys(dependencies)).toEqual(['better-sqlite3', 'ioredis']);
    expect(Object.keys(optionalDependencies)).toEqual(['node']);
    for (const version of Object.values({ ...dependencies, ...optionalDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('contains the licenses of the bundled packages', () => {
    const texts = readFileSync(join(release.folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    expect(texts).toMatch(/^fastify \d[\d.]* \(MIT\)\n\n.*Permission is hereby granted/ms);
    expect(texts).not.toContain('tollgate');
  });

  test('serves the API and the console from an empty folder, storing its data there', async () => {
    const gateway = await startInstalled(release);
    const status = await fetch(`${gateway.url}/api/status`);
    expect(await status.json()).toMatchObject({ success: true });
    const page = await fetch(gateway.url, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('the console');
    expect(readFileSync(join(release.site, 'data/master.key'), 'utf8')).not.toBe('');
    expect(await gateway.end('SIGINT')).toEqual([0, null]);
  });

  test('starts without the drivers of other databases, HTTP clients and the mailer', () => {
    const programs = join(release.folder, 'gateway');
    const [serve = ''] = readdirSync(programs).filter((file) => file.startsWith('serve-'));
    const loaded = new Map<string, string>();
    const load = (file: string) => {
      if (loaded.has(file)) return;
      const text = readFileSync(join(programs, file), 'utf8');
      loaded.set(file, text);
      for (const [, next = ''] of text.matchAll(/^import .*"\.\/([^"]+)";$/gm)) load(next);
    };
    load(serve);
    const packages = [...loaded.values()].flatMap((text) =>
      [...text.matchAll(/^\/\/ node_modules\/(@[^/]+\/[^/]+|[^/]+)/gm)].map(([, name]) => name),
    );
    expect(packages).toContain('fastify');
    for (const name of ['mysql2', 'pg', 'undici', 'nodemailer', 'jose', '@simplewebauthn'])
      expect(packages).not.toContain(name);
  });

  test('keeps its code in one byte per character, without comments', () => {
    const programs = join(release.folder, 'gateway');
    for (const file of readdirSync(programs)) {
      const text = readFileSync(join(programs, file), 'utf8');
      expect([file, text.match(/[^\0-\xff]|^\s*\* Returns/m)?.[0]]).toEqual([file, undefined]);
    }
  });

  test('does not make Node load its own HTTP client, which it never uses', () => {
    const programs = join(release.folder, 'gateway');
    const texts = readdirSync(programs).map((file) => readFileSync(join(programs, file), 'utf8'));
    expect(texts.join('\n')).toMatch(/^const http = process\.getBuiltinModule\("node:http"\);$/m);
    expect(texts.filter((text) => /^import [^;]*from "(?:node:)?http";/m.test(text))).toEqual([]);
  });

  test('loads every command', async () => {
    const programs = join(release.folder, 'gateway');
    // Except the one that serves: it starts when it is loaded, as the other tests show.
    const chunks = readdirSync(programs).filter((file) => /^(?!serve-).*-[\w-]{8}\.js$/.test(file));
    expect(chunks.length).toBeGreaterThan(20);
    const code = chunks.map((file) => `await import('${programs}/${file}');`);
    const args = ['--input-type=module', '-e', code.join('')];
    expect(await runCommand(process.execPath, args, { output: 'capture' })).toMatchObject({
      code: 0,
      output: '',
    });
  });

  test('killed in the middle of a call, has charged every answered call exactly once after a restart', async () => {
    const site = { ...release, site: join(work, 'killed') };
    mkdirSync(site.site);
    const env = { ALLOW_PRIVATE_UPSTREAMS: 'on', INITIAL_ROOT_PASSWORD: PASSWORD };
    const upstream = await startOpenAiSimulator();
    try {
      const before = await startInstalled(site, env);
      const root = await signIn(before.url);
      const key = await makeShop(root, upstream.url);
      const { quota: opened } = await root<Account>('GET', '/api/user/self');
      for (let call = 0; call < 3; call += 1) await (await chat(before.url, key, {})).text();
      const streamed = await chat(before.url, key, { fault: 'stall-mid-stream' });
      await streamed.body?.getReader().read();
      expect(await before.end('SIGKILL')).toEqual([null, 'SIGKILL']);

      const after = await startInstalled(site, env);
      const again = await signIn(after.url);
      const { quota, used_quota: used } = await again<Account>('GET', '/api/user/self');
      const { items } = await again<{ items: { quota: number }[] }>('GET', '/api/log/?type=2');
      // gpt-4o: 10 tokens at 1.25, and 6 at four times that.
      expect(items.map((row) => row.quota)).toEqual([43, 43, 43]);
      expect({ quota, used }).toEqual({ quota: opened - 129, used: 129 });
      await (await chat(after.url, key, {})).text();
      expect(await again<Account>('GET', '/api/user/self')).toMatchObject({ used_quota: 172 });
      expect(await after.end('SIGTERM')).toEqual([0, null]);
    } finally {
      await upstream.close();
    }
    const verified = await runCommand(process.execPath, [release.command, 'verify'], {
      cwd: site.site,
      output: 'capture',
    });
    expect(verified).toMatchObject({ code: 0 });
  });
});

const PASSWORD = 'a-long-password';

interface Account {
  quota: number;
  used_quota: number;
}

/** Signs in as root; returns a function that calls the console API. */
async function signIn(url: string) {
  let headers: Record<string, string> = { 'content-type': 'application/json' };
  const call = async <Data>(method: string, path: string, body?: object): Promise<Data> => {
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { success, message, data } = (await response.json()) as {
      success: boolean;
      message: string;
      data: Data;
    };
    expect([success, message]).toEqual([true, expect.anything()]);
    return data;
  };
  const login = { username: 'root', password: PASSWORD };
  const { id, token } = await call<{ id: number; token: string }>('POST', '/api/user/login', login);
  headers = { ...headers, authorization: `Bearer ${token}`, 'new-api-user': String(id) };
  return call;
}

/** Creates a channel and a key; returns the key. */
async function makeShop(call: Awaited<ReturnType<typeof signIn>>, upstream: string) {
  const channel = { type: 1, name: 'c', key: 'sk-u', base_url: upstream, models: 'gpt-4o' };
  await call('POST', '/api/channel/', { ...channel, group: 'default' });
  await call('POST', '/api/token/', { name: 'k', unlimited_quota: true, expired_time: -1 });
  const { items } = await call<{ items: { key: string }[] }>('GET', '/api/token/?p=1&size=10');
  return items[0]?.key ?? '';
}

const chat = (url: string, key: string, sim: object) =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'gpt-4o',
      stream: 'fault' in sim,
      messages: [{ role: 'user', content: JSON.stringify({ sim }) }],
    }),
  });

test('the client package needs only zod and no other package of ours', async () => {
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

test('types are removed, lines kept, and imports rewritten to released files', () => {
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
