import { LOG_ERROR, optionRegistry } from '@tollgate/contract';
import { arch, availableParallelism, release, totalmem } from 'node:os';
import type { Config } from '../../platform/config.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { type Keyring, readMasterKey } from '../../platform/keyring.ts';
import { readObject } from '../../platform/lenient-json.ts';
import { listAllChannels } from '../../store/channels-repository.ts';
import { listJobs } from '../../store/jobs-repository.ts';
import { listLogs } from '../../store/logs-repository.ts';
import { readMigrationState } from '../../store/migrate.ts';
import { listNodes } from '../../store/nodes-repository.ts';
import type { Store } from '../../store/open-store.ts';
import { readTableSizes } from '../../store/table-sizes-repository.ts';
import { readChannelPolicy } from '../channels/channel-policy.ts';
import { listAddressSecrets, listOwnSecrets } from '../channels/own-secrets.ts';
import { type OptionValues, readOptionValues } from '../options/option-values.ts';
import { VERSION } from '../../platform/version.ts';
import { readLastReconciliation } from '../wallet/reconcile-ledger.ts';
import { describeOptions, secretsOfOptions } from './describe-options.ts';
import { describeVariables, secretsOfVariables } from './describe-variables.ts';
import { hideKnownSecrets, hideSecrets, hideSecretsInText } from './hide-secrets.ts';
import type { TextFile } from './pack-files.ts';

/** The source of a bundle: a running gateway, or a command next to one. */
export interface BundleSource {
  config: Config;
  store: Store;
  /** Decrypts the secrets that must not appear in the bundle. Undefined if the master key is lost. */
  keyring: Keyring | undefined;
  clock: { nowMs(): number };
  /** The body of `/readyz?verbose`. */
  readHealth: () => Promise<string>;
  /** The body of `/metrics`. */
  readMetrics: () => Promise<string>;
  /** Returns lines of the gateway's log that report problems. */
  readErrors: () => Promise<readonly string[]>;
}

const FAILED_CALLS = 100;
const CHANNELS_MAX = 1000;

const README = `A support bundle of Tollgate: what somebody needs who helps with this installation.

about.json          versions and the machine
variables.json      environment variables; "set" stands for a value that is left out
options.json        options that differ from their default; secrets are left out
health.txt          parts of the node that answered (/readyz?verbose)
metrics.txt         metrics at this moment (/metrics)
database.json       migrations, size of the database and its tables
jobs.json           latest run of every job
nodes.json          nodes with their leases
ledger.json         result of the last reconciliation
channels.json       channels without keys, headers and account numbers
failed-calls.json   the latest failed calls, without users, keys and prompts
errors.ndjson       the latest warnings and errors of the log of one process

Secrets, keys of channels and mail addresses are masked. Names of channels, models and groups and
addresses of upstreams are in it: look through it before you pass it on.
`;

/**
 * Collects the files of a support bundle. A part that can't be read states the reason instead, so that a
 * broken installation yields a bundle too. None of them contains a secret of this installation.
 */
export async function collectBundle(source: BundleSource): Promise<TextFile[]> {
  const { config, store, keyring } = source;
  const values = keyring && (await readOptionValues(store.db, keyring).catch(() => undefined));
  const parts: [name: string, read: () => unknown][] = [
    ['about.json', () => describeMachine(source)],
    ['variables.json', () => print(describeVariables(config))],
    [
      'options.json',
      () => print(describeOptions(values ?? throwMissing('the options can not be read'))),
    ],
    ['health.txt', source.readHealth],
    ['metrics.txt', source.readMetrics],
    ['database.json', () => describeDatabase(store)],
    ['jobs.json', () => listJobs(store.db)],
    ['nodes.json', () => listNodes(store.db)],
    ['ledger.json', () => readLastReconciliation(store)],
    ['channels.json', () => describeChannels(store)],
    ['failed-calls.json', () => describeFailedCalls(store)],
    ['errors.ndjson', async () => maskLines(await source.readErrors())],
  ];
  const secrets = await listSecrets(source, values);
  const files: TextFile[] = [{ name: 'README.txt', text: README }];
  for (const [name, read] of parts)
    files.push({ name, text: await hideKnownSecrets(await write(read), secrets) });
  return files;
}

async function write(read: () => unknown): Promise<string> {
  try {
    const value = await read();
    return typeof value === 'string' ? value : print(hideSecrets(value));
  } catch (error) {
    return `This part could not be read: ${hideSecretsInText((error as Error).message)}\n`;
  }
}

const print = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function throwMissing(reason: string): never {
  throw new Error(reason);
}

/** Lists every secret that this installation stores in readable form. */
async function listSecrets(
  { config, store, keyring }: BundleSource,
  values: OptionValues | undefined,
): Promise<string[]> {
  const channels = await listAllChannels(store.db).catch(() => []);
  return [
    ...secretsOfVariables(config),
    readMasterKey(config.MASTER_KEY, config.DATA_DIR)?.toString('hex') ?? '',
    ...(values ? secretsOfOptions(values) : []),
    ...channels.map(({ key_cipher: sealed }) => keyring?.tryDecrypt(sealed) ?? ''),
    ...channels.flatMap(({ setting }) => listOwnSecrets(readChannelPolicy(readObject(setting)))),
    ...channels.flatMap(({ base_url: baseUrl }) => listAddressSecrets(baseUrl)),
  ];
}

function describeMachine({ clock, store, config }: BundleSource) {
  return {
    made_at: new Date(clock.nowMs()).toISOString(),
    seconds: nowSeconds(clock),
    version: VERSION,
    node: process.version,
    platform: `${process.platform} ${release()} ${arch()}`,
    processors: availableParallelism(),
    memory_bytes: totalmem(),
    constrained_memory_bytes: process.constrainedMemory(),
    database: store.kind,
    redis: config.REDIS_URL !== undefined,
    workers: config.WORKERS,
    options: optionRegistry.length,
  };
}

async function describeDatabase(store: Store) {
  const { applied, pending, unknown } = await readMigrationState(store);
  return {
    schema: applied.at(-1) ?? null,
    migrations: applied.length,
    pending,
    unknown,
    ...(await readTableSizes(store)),
  };
}

async function describeChannels({ db }: Store) {
  const channels = await listAllChannels(db);
  return channels.slice(0, CHANNELS_MAX).map((channel) => ({
    id: channel.id,
    type: channel.type,
    name: channel.name,
    status: channel.status,
    status_reason: channel.status_reason,
    base_url: channel.base_url,
    group: channel.group,
    models: channel.models,
    priority: channel.priority,
    weight: channel.weight,
    auto_ban: channel.auto_ban,
    response_time: channel.response_time,
    test_time: channel.test_time,
    test_fault: channel.test_fault,
  }));
}

async function describeFailedCalls(store: Store) {
  const page = { page: 1, pageSize: FAILED_CALLS };
  const { items } = await listLogs(store, { type: LOG_ERROR }, page);
  return items.map((row) => ({
    created_at: row.created_at,
    request_id: row.request_id,
    model: row.model_name,
    channel_id: row.channel_id,
    group: row.group,
    seconds: row.use_time,
    stream: row.is_stream,
    content: row.content,
  }));
}

/** Masks log lines, which are JSON: also by the names of members, if they can be parsed. */
function maskLines(lines: readonly string[]): string {
  return lines.map((line) => `${maskLine(line)}\n`).join('');
}

function maskLine(line: string): string {
  try {
    return JSON.stringify(hideSecrets(JSON.parse(line)));
  } catch {
    return hideSecretsInText(line);
  }
}
