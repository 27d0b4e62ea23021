import { endpoints, optionRegistry } from '@tollgate/contract';
import { environmentNames } from '@tollgate/gateway';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { type CommandName, commandTable } from '../../../apps/gateway/src/cli/command-table.ts';
import { repositoryRoot } from '../repository.ts';
import { withoutGenerated } from './fill-manual.ts';
import { paymentProviders } from '../../../apps/gateway/src/domain/payments/providers/index.ts';
import { readManual, readShellBlocks } from './read-manual.ts';

/** Generated parts have their own tests. */
const pages = readManual().map(({ path, text }) => ({ path, text: withoutGenerated(text) }));
const blocks = readShellBlocks(pages);
const isThere = (path: string) => existsSync(join(repositoryRoot, path));

/** Webhooks and the OpenAPI description are not in the contract. */
const FURTHER_PATHS = [
  '/api/openapi.json',
  ...Object.values(paymentProviders).map(({ webhook }) => webhook.path),
];
/** Uppercase names that are no variables of the gateway: other programs read or print them. */
const FURTHER_NAMES = [
  'NODE_OPTIONS',
  'POSTGRES_PASSWORD',
  'SIGTERM',
  'LOG_SQL_DSN',
  'LANG',
  'EBADENGINE',
  'OTEL_EXPORTER_OTLP_CERTIFICATE',
];

test('every npm script and tollgate command in the manual exists and accepts the given options', async () => {
  const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const wrong: string[] = [];
  for (const { path, text } of pages)
    for (const [line, script = '', rest = ''] of text.matchAll(
      /\bnpm run ([\w-]+)(?: -- ([^`\n]*))?/g,
    )) {
      const tollgate = /cli\.ts ?(.*)$/.exec(scripts[script] ?? '')?.[1];
      const [name = '', ...words] = `${tollgate ?? ''} ${rest}`.trim().split(/\s+/);
      const known =
        tollgate === undefined
          ? scripts[script] !== undefined
          : name === '' || name === 'help' || name in commandTable;
      if (!known) wrong.push(`${path}: ${line}`);
      const loaded = await (Object.hasOwn(commandTable, name)
        ? commandTable[name as CommandName]()
        : undefined);
      const command = loaded && 'actions' in loaded ? loaded.actions[words[0] ?? ''] : loaded;
      for (const word of words.filter((each) => each.startsWith('--')))
        if (command && !command.options?.some((option) => `--${option}` === word))
          wrong.push(`${path}: ${line}`);
    }
  expect(wrong).toEqual([]);
});

test('every path of the management API in the manual is in the contract, with its method', () => {
  const known = Object.values(endpoints).map(({ method, path }) => ({
    method,
    matches: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  const wrong = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\/api\/[\w/.-]*\w\/?/g)].flatMap(([found]) =>
      FURTHER_PATHS.includes(found) || known.some(({ matches }) => matches.test(found))
        ? []
        : [`${path}: ${found}`],
    ),
  );
  const calls = blocks.flatMap(({ path, code }) =>
    [
      ...code
        .replaceAll('\\\n', ' ')
        // An id that an earlier line stored in a variable.
        .replaceAll(/(?<=\/)\$[A-Z]+/g, '1')
        .matchAll(/curl [^\n]*?\$GATEWAY(\/api\/[\w/]+)(?:[^]*?(?=\n\S|\n$))/g),
    ].flatMap(([call, found = '']) => {
      const method = /-X (\w+)/.exec(call)?.[1] ?? (/ -d /.test(call) ? 'POST' : 'GET');
      const isCall = known.some((each) => each.method === method && each.matches.test(found));
      return isCall ? [] : [`${path}: ${method} ${found}`];
    }),
  );
  expect([...wrong, ...calls]).toEqual([]);
});

test('every option and variable named in the manual exists', () => {
  const options = new Set(optionRegistry.map(({ key }) => key));
  const assigned = blocks.flatMap(({ code }) =>
    [...code.matchAll(/(?:^|export )([A-Z][A-Z_]+)=/gm)].map(([, name]) => name),
  );
  const names = new Set([...environmentNames, ...FURTHER_NAMES, ...assigned]);
  const wrong = pages.flatMap(({ path, text }) =>
    [...text.replaceAll(/^ *```[^]*?```/gm, '').matchAll(/`([A-Za-z_]+)`/g)].flatMap(
      ([, word = '']) => {
        const isName = /^[A-Z]{2,}[A-Z_]*$/.test(word) && word !== 'CNY';
        const isOption = /^[A-Z][a-z]+[A-Z]\w+$/.test(word);
        if (isName) return names.has(word) ? [] : [`${path}: ${word}`];
        return isOption && !options.has(word) && !NOT_OPTIONS.has(word) ? [`${path}: ${word}`] : [];
      },
    ),
  );
  expect(wrong).toEqual([]);
});
/** Names from systemd and keys, not options of ours. */
const NOT_OPTIONS = new Set(['EnvironmentFile']);

/** The front pages are the same in both languages and link to the manual. */
const frontPages = ['README.md', 'README.zh.md'].map((path) => ({
  path,
  text: readFileSync(join(repositoryRoot, path), 'utf8'),
}));

test('every link of the manual and of both READMEs leads to an existing file and heading', () => {
  const headingsOf = (text: string) =>
    [...text.matchAll(/^##+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-'),
    );
  const broken = [...pages, ...frontPages].flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^https?:/.test(link)) return [];
      const [file = '', hash] = link.split('#');
      const target = file === '' ? path : posix.join(posix.dirname(path), file);
      if (!isThere(target)) return [`${path}: ${link}`];
      const headings =
        hash === undefined ? [] : headingsOf(readFileSync(join(repositoryRoot, target), 'utf8'));
      return hash === undefined || headings.includes(hash) ? [] : [`${path}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});

test('every file of the repository that the manual names exists', () => {
  const missing = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![\w/.])deploy\/[\w/.-]*\w/g)].flatMap(([file]) =>
      isThere(file) ? [] : [`${path}: ${file}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('every shell block of the manual is valid Bash', () => {
  const isBash = (code: string) => spawnSync('bash', ['-n'], { input: code }).status === 0;
  // All in one run, each in its own subshell: starting a hundred shells takes seconds.
  const whole = blocks.map(({ code }) => `(\n${code}\n)\n`).join('');
  const broken = isBash(whole) ? [] : blocks.filter(({ code }) => !isBash(code));
  expect(broken).toEqual([]);
  expect(isBash(`${whole}(\nfor\n)\n`)).toBe(false);
});
