import { createReadStream, createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { collectBundle } from '../../domain/support/collect-bundle.ts';
import { packFiles } from '../../domain/support/pack-files.ts';
import { nameBundle } from '../../domain/support/support-bundle.ts';
import { systemClock } from '../../platform/clock.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { createKeyring, readMasterKey } from '../../platform/keyring.ts';
import { openStore } from '../../store/open-store.ts';
import type { Command, CommandInput } from '../command.ts';

/** How long the gateway may take to tell how it is. */
const ANSWER_MS = 10_000;
/** Lines of a log that are looked at from its end, and kept of those that tell of trouble. */
const ERRORS_MAX = 500;
/** `warn` and above, as a number (pino) or a word. */
const TROUBLE = /"level":"?([456]0|warn|error|fatal)\b|"log\.level":"(warn|error|fatal)"/i;

/** Writes a file that tells a helper what there is to know, and no secret. */
export const supportBundle: Command = {
  usage: 'support-bundle [--out FILE] [--log FILE]',
  help: [
    'Writes versions, options, health, metrics, table sizes, jobs and the latest errors to a .tar.gz',
    'file, without secrets. The gateway may run or not.',
    '--out FILE  the file (default: tollgate-support-<time>.tar.gz in the current folder)',
    '--log FILE  take warnings and errors from this file; - for standard input, for example',
    '            journalctl -u tollgate | tollgate support-bundle --log -',
  ],
  options: { out: { type: 'string' }, log: { type: 'string' } },
  positionals: { min: 0, max: 0 },
  async run({ values, env, say, note }) {
    const config = readConfig(env);
    const now = new Date(systemClock.nowMs());
    const name = nameBundle(now);
    const path = resolve(typeof values.out === 'string' ? values.out : `${name}.tar.gz`);
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config;
    const store = await openStore({ databaseUrl, dataDir, schema: 'as-is' });
    try {
      const key = readMasterKey(config.MASTER_KEY, dataDir);
      const files = await collectBundle({
        config,
        store,
        keyring: key && createKeyring(key),
        clock: systemClock,
        readHealth: () => ask(config, '/readyz?verbose'),
        readMetrics: () => ask(config, '/metrics'),
        readErrors: () => readLog(values.log),
      });
      const target = createWriteStream(path, { mode: 0o600, flags: 'wx' });
      await pipeline(packFiles(name, files, now), target);
    } finally {
      await store.close();
    }
    say(path);
    note(
      'Names of channels and models and addresses of upstreams are in it: look through it before you pass it on.',
    );
  },
};

/** What the running gateway of this environment answers. */
async function ask({ HOST, PORT, METRICS_TOKEN: token }: Config, path: string): Promise<string> {
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}${path}`;
  const answer = await fetch(address, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => {
    throw new Error('The gateway of this environment does not run, or is busy.');
  });
  return answer.text();
}

/** The last warnings and errors of a log file. */
async function readLog(from: CommandInput['values'][string]): Promise<readonly string[]> {
  if (typeof from !== 'string') return [];
  const input = from === '-' ? process.stdin : createReadStream(from);
  const kept: string[] = [];
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (!TROUBLE.test(line)) continue;
    // A journal puts a time and a name before each line.
    kept.push(line.slice(Math.max(0, line.indexOf('{'))));
    if (kept.length > ERRORS_MAX) kept.shift();
  }
  return kept;
}
