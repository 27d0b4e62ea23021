import {
  channelFields,
  type ConfigurationChange,
  type ConfiguredChannel,
  isErrorCode,
  keepsDestination,
  type WantedConfiguration,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import {
  type ChannelRecord,
  deleteChannels,
  listAllChannels,
} from '../../store/channels-repository.ts';
import { yieldEventLoop } from '../../platform/yield-event-loop.ts';
import type { StoreTransaction } from '../../store/store.ts';
import { MASK } from '../audit/mask-secrets.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import { auditedChannel } from '../channels/audited-channel.ts';
import {
  changeChannel,
  describeNewChannels,
  insertNewChannels,
  splitKeys,
} from '../channels/channel-administration.ts';
import { checkChannelFields } from '../channels/check-channel-fields.ts';
import type { Domain } from '../domain.ts';
import { canonicalJson } from './canonical-json.ts';
import { compareValues } from './compare-values.ts';
import {
  type ConfiguredColumns,
  describeBriefly,
  describeChannel,
  readDescribed,
} from './configured-channel.ts';
import { isChannelSecret } from './extract-secrets.ts';

export type ChannelDomain = Pick<Domain, 'config' | 'clock' | 'keyring' | 'options'>;

/** A change, with a mark that distinguishes it from one that looks the same because of masking. */
export type SettledChange = ConfigurationChange & { mark: string };

export interface SettledChannels {
  changes: SettledChange[];
  refusals: { name: string; error: AppError }[];
}

/**
 * Applies the channels of a configuration within the caller's transaction: adds, changes and, if it owns all
 * channels, deletes. Every channel that can't be applied is reported; then the transaction must be rolled
 * back.
 */
export async function applyChannels(
  trx: StoreTransaction,
  domain: ChannelDomain,
  configuration: WantedConfiguration,
): Promise<SettledChannels> {
  const stored = Map.groupBy(await listAllChannels(trx), ({ name }) => name);
  const secrets = readSecretPaths(configuration.secrets);
  const result: SettledChannels = { changes: [], refusals: [] };
  const seenNames = new Set<string>();
  for (const channel of configuration.channels) {
    const { name } = channel;
    // SQLite responds synchronously; without this, calls would be blocked until the last channel is done.
    await yieldEventLoop();
    try {
      if (seenNames.has(name)) throw new AppError('configuration_name_twice', { name });
      seenNames.add(name);
      const before = requireUnique(name, stored.get(name));
      const isSecret = (path: readonly string[], value: unknown) =>
        secrets.has(canonicalJson([name, ...path])) || isChannelSecret(path, value);
      const change = await settleChannel(trx, domain, channel, before, isSecret);
      if (change) result.changes.push(change);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      result.refusals.push({ name, error });
    }
  }
  if (!configuration.prune.includes('channels')) return result;
  for (const row of [...stored.values()].flat())
    if (!seenNames.has(row.name)) result.changes.push(await removeChannel(trx, row));
  return result;
}

/** Returns the paths of channels' secret values, each as one text. */
function readSecretPaths(secrets: readonly (readonly string[])[]): Set<string> {
  const channelSecrets = secrets.filter(([kind]) => kind === 'channels');
  return new Set(channelSecrets.map(([, ...path]) => canonicalJson(path)));
}

function requireUnique(
  name: string,
  rows: readonly ChannelRecord[] = [],
): ChannelRecord | undefined {
  if (rows.length > 1)
    throw new AppError('configuration_name_shared', { name, count: rows.length });
  return rows[0];
}

type IsSecret = (path: readonly string[], value: unknown) => boolean;

async function settleChannel(
  trx: StoreTransaction,
  domain: ChannelDomain,
  configured: ConfiguredChannel,
  before: ChannelRecord | undefined,
  isSecret: IsSecret,
): Promise<SettledChange | undefined> {
  const channelInput = checkForm(readDescribed(configured, before));
  const key = readKey(domain, { ...channelInput, key: configured.key });
  if (!before) {
    if (!key) throw new AppError('channel_key_required', {}, { field: 'key' });
    const rows = await insertNewChannels(
      trx,
      describeNewChannels(domain, { ...channelInput, key: key.text }),
    );
    const [row] = rows;
    return row && describe('add', configured.name, { after: row, isSecret });
  }
  const next = { ...before, ...checkChannelFields(domain, channelInput, before) };
  const isNewKey = key !== undefined && key.hash !== before.key_hash;
  if (!isNewKey && isSame(before, next)) return undefined;
  // If the destination changes, a key in the configuration counts as entered again.
  const isMoved = !keepsDestination(before, next);
  const input = {
    ...channelInput,
    ...(isNewKey || isMoved ? { key: key?.text } : { key: undefined }),
  };
  const after = await changeChannel(trx, domain, before, input);
  return after && describe('change', configured.name, { before, after, isSecret });
}

const isSame = (left: ConfiguredColumns, right: ConfiguredColumns) =>
  canonicalJson(describeChannel(left)) === canonicalJson(describeChannel(right));

/** Applies the limits of the console's forms. Throws an AppError with the contract's code. */
function checkForm<Input extends ReturnType<typeof readDescribed>>(input: Input): Input {
  const { success, data, error } = channelFields.partial().safeParse(input);
  if (success) return { ...input, ...data };
  const [issue] = error.issues;
  const field = issue?.path.join('.') ?? '';
  const code = issue && isErrorCode(issue.message) ? issue.message : 'invalid_parameter';
  throw new AppError(code, { field }, { field });
}

/** Returns the key in a configuration as stored. Throws an AppError for several keys without `multi_key`. */
function readKey(
  { keyring }: Pick<Domain, 'keyring'>,
  {
    key,
    type,
    setting = '',
    base_url = '',
    other = '',
  }: ReturnType<typeof readDescribed> & { key: string | undefined },
): { text: string; hash: string } | undefined {
  if (key === undefined) return undefined;
  const [text, ...more] = splitKeys({ key, type, setting, base_url, other });
  if (text === undefined) throw new AppError('channel_key_required', {}, { field: 'key' });
  if (more.length > 0) throw new AppError('configuration_several_keys', {}, { field: 'key' });
  return { text, hash: keyring.hash('channel-key', text) };
}

interface Sides {
  before?: ConfiguredColumns & Pick<ChannelRecord, 'key_hash'>;
  after?: ConfiguredColumns & Pick<ChannelRecord, 'key_hash'>;
  isSecret: IsSecret;
}

function describe(
  action: SettledChange['action'],
  name: string,
  { before, after, isSecret }: Sides,
): SettledChange {
  const isWhole = before !== undefined && after !== undefined;
  const [from, to] = [toMembers(before, isWhole), toMembers(after, isWhole)];
  const at = (value: unknown, path: readonly string[]) =>
    path.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)?.[step], value);
  const fields = compareValues(
    from,
    to,
    (path) => isSecret(path, at(from, path)) || isSecret(path, at(to, path)),
  );
  const keys = [before?.key_hash, after?.key_hash];
  const keyField = {
    path: 'key',
    ...(before ? { from: MASK } : {}),
    ...(after ? { to: MASK } : {}),
  };
  return {
    action,
    kind: 'channel',
    name,
    fields: keys[0] === keys[1] ? fields : [...fields, keyField],
    mark: canonicalJson([from ?? null, to ?? null, keys]),
  };
}

/** Describes a channel: completely, or only what differs from the defaults. */
function toMembers(
  row: ConfiguredColumns | undefined,
  isWhole: boolean,
): Record<string, unknown> | undefined {
  if (!row) return undefined;
  const { name: _name, ...members } = isWhole ? describeChannel(row) : describeBriefly(row);
  return members;
}

async function removeChannel(trx: StoreTransaction, row: ChannelRecord): Promise<SettledChange> {
  await deleteChannels(trx, [row.id]);
  noteAudited(auditedChannel(row, undefined));
  return describe('delete', row.name, { before: row, isSecret: isChannelSecret });
}
