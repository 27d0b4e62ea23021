import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { texts } from '@tollgate/i18n';
import type { Language } from '../../domain/error-texts.ts';
import { collectBundle } from '../../domain/support/collect-bundle.ts';
import { packFiles } from '../../domain/support/pack-files.ts';
import { nameBundle } from '../../domain/support/support-bundle.ts';
import { systemClock } from '../../platform/clock.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { fillIn } from '../../platform/fill-in.ts';
import { createKeyring, readMasterKey } from '../../platform/keyring.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { openStore } from '../../store/open-store.ts';
import { requireDatabase } from '../../store/require-database.ts';
import { type Command, CommandError, type CommandInput } from '../command.ts';

/** Timeout for the gateway to report its state. */
const ANSWER_MS = 10_000;
/** Number of lines to read from the end of a log, and of warnings and errors to keep. */
const ERRORS_MAX = 500;
/** Matches `warn` and above, as a number (pino) or a word. */
const TROUBLE = /"level":"?([456]0|warn|error|fatal)\b|"log\.level":"(warn|error|fatal)"/i;

/** Writes a file with everything that a helper needs to know, and no secret. */
export const supportBundle: Command = {
  name: 'support-bundle',
  help: 'help.support-bundle',
  options: ['out', 'log'],
  async run({ optionValue, env, language, print, printStatus, t }) {
    const config = readConfig(env);
    const now = new Date(systemClock.nowMs());
    const name = nameBundle(now);
    const path = resolve(optionValue('out') || `${name}.tar.gz`);
    if (existsSync(path)) throw new OperatorError('backup.exists', { path });
    requireDatabase(config);
    // A log that was asked for must be in the bundle.
    const errors = await readLog(optionValue('log'), language);
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config;
    const fetchPath = (path: string) => fetchFromGateway(config, path, t);
    const store = await openStore({ databaseUrl, dataDir, schema: 'as-is' });
    try {
      const key = readMasterKey(config.MASTER_KEY, dataDir);
      const files = await collectBundle({
        config,
        store,
        keyring: key && createKeyring(key),
        clock: systemClock,
        readHealth: () => fetchPath('/readyz?verbose'),
        readMetrics: () => fetchPath('/metrics'),
        readErrors: () => Promise.resolve(errors),
      });
      const target = createWriteStream(path, { mode: 0o600, flags: 'wx' });
      await pipeline(packFiles(name, files, now), target);
    } finally {
      await store.close();
    }
    print(path);
    printStatus(t('results.lookThrough'));
  },
};

/** Queries the running gateway of this environment. */
async function fetchFromGateway(
  { HOST, PORT, METRICS_TOKEN: token }: Config,
  path: string,
  t: CommandInput['t'],
): Promise<string> {
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}${path}`;
  const response = await fetch(address, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => {
    throw new CommandError(t('failures.notRunning'));
  });
  return response.text();
}

/** Returns the last warnings and errors of a log file. Throws a CommandError if it can't be read. */
async function readLog(from: string, language: Language): Promise<readonly string[]> {
  if (from === '') return [];
  try {
    return await filterLog(from === '-' ? process.stdin : createReadStream(from));
  } catch (error) {
    const { fileMissing } = texts[language].configuration;
    throw new CommandError(fillIn(fileMissing, { path: from, reason: (error as Error).message }));
  }
}

async function filterLog(input: NodeJS.ReadableStream): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (!TROUBLE.test(line)) continue;
    // The systemd journal puts a time and a name before each line.
    lines.push(line.slice(Math.max(0, line.indexOf('{'))));
    if (lines.length > ERRORS_MAX) lines.shift();
  }
  return lines;
}
