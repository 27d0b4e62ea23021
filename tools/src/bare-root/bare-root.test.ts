import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readManual, readShellBlocks } from '../manual/read-manual.ts';
import { repositoryRoot } from '../repository.ts';
import { blocksUnder, splitAtServerCommand } from './manual-steps.ts';
import { assertConsole } from './must-show-console.ts';
import { readDockerfile, readVariables, readWords } from './read-dockerfile.ts';

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');
const page = (name: string) => read(`docs/manual/en/${name}.md`);

describe('what npm run bare-root types', () => {
  test('is the Dockerfile as written: every stage, and every instruction in order', () => {
    const text = read('deploy/docker/Dockerfile');
    const stages = readDockerfile(text);
    const words = stages.flatMap(({ instructions }) => [
      'FROM',
      ...instructions.map(({ word }) => word),
    ]);
    // Continuation lines are indented.
    expect(words).toEqual([...text.matchAll(/^([A-Z]+) /gm)].map(([, word]) => word));
    for (const { from } of stages) expect(from).toMatch(/^(?:debian:|node:\d+-)\w+-slim$/);
    const all = stages.flatMap(({ instructions }) => instructions);
    const rest = (word: string) => all.find((one) => one.word === word)?.rest ?? '';
    expect(rest('RUN')).toMatch(/^npm ci .* && npm run release -- --installed \/app$/);
    expect(readVariables(rest('ENV'))).toMatchObject({ DATA_DIR: '/data', PORT: '3000' });
    expect([...readWords(rest('ENTRYPOINT')), ...readWords(rest('CMD'))]).toEqual([
      'node',
      'gateway/cli.js',
      'start',
    ]);
  });

  test('is the first hour from its second block on: the blocks the quick test types, preceded by the names', () => {
    const [start = '', names = '', ...none] = blocksUnder(page('first-hour'), '');
    expect(none).toEqual([]);
    expect(splitAtServerCommand(start)).toMatchObject({ server: 'npm start', after: '' });
    expect(names).toContain('export GATEWAY=http://127.0.0.1:3000\n');
    const typed = page('first-hour')
      .split(/^## /m)
      .slice(1)
      .flatMap((part) => blocksUnder(`## ${part}`, part.split('\n')[0] ?? ''));
    const tested = readShellBlocks(readManual()).filter(
      ({ path, mark }) => path === 'docs/manual/en/first-hour.md' && mark === 'first-hour',
    );
    expect(typed).toEqual(tested.map(({ code }) => code));
  });

  test('is each way on the Install page, split at the command that starts the gateway', () => {
    const install = page('install');
    expect(blocksUnder(install, 'From the repository').map(splitAtServerCommand)).toEqual([
      { before: 'npm ci\n', server: 'npm start', after: '' },
    ]);
    const [pack = '', use = ''] = blocksUnder(install, 'As an npm package');
    expect(splitAtServerCommand(pack).server).toBe('');
    expect(splitAtServerCommand(use)).toMatchObject({
      server: 'npx tollgate',
      after: 'npx tollgate --help\n',
    });
    expect(blocksUnder(install, 'Check that it runs')).toHaveLength(1);
    expect(blocksUnder(page('deploy'), 'systemd')).toEqual([
      expect.stringContaining('npm ci && npm run build\n'),
    ]);
    expect(() => blocksUnder(install, 'A heading that is not there')).toThrow('no commands');
  });
});

test('npm run bare-root rejects a console page whose program is missing', async () => {
  let page = '';
  const server = createServer(({ url }, answer) => {
    answer.writeHead(url === '/' || url === '/assets/there.js' ? 200 : 404).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const program = (file: string) => `<script type="module" crossorigin src="/assets/${file}">`;
  try {
    page =
      '<script type="application/json" id="site-status">{}</script><p>The console is not built.';
    await expect(assertConsole(gateway)).rejects.toThrow('There is no console');
    page = program('gone.js');
    await expect(assertConsole(gateway)).rejects.toThrow('answers 404');
    page = program('there.js');
    await assertConsole(gateway);
  } finally {
    server.close();
  }
});
