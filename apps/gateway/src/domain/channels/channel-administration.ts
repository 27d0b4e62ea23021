import {
  type Channel,
  CHANNEL_ENABLED,
  CHANNEL_KEYS_PER_BATCH_MAX,
  channelSetting,
  keepsDestination,
  type KeyDestination,
  testCause,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { rebuildAbilities } from '../../store/abilities-repository.ts';
import {
  type ChannelChanges,
  type ChannelRecord,
  deleteChannels,
  findChannelById,
  insertChannels,
  listChannelsById,
  listDisabledChannelIds,
  type NewChannel,
  updateChannel,
} from '../../store/channels-repository.ts';
import type { StoreTransaction } from '../../store/store.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import { auditedChannel } from './audited-channel.ts';
import { checkKeyForm, toStoredKey, TYPE_AWS, TYPE_VERTEX } from './check-key-form.ts';
import { type ChannelInput, checkChannelFields, checkSetting } from './check-channel-fields.ts';
import { openChannel, type RuntimeChannel } from './channel-catalog.ts';
import type { Domain } from '../domain.ts';
import { type Language, readReason } from '../error-texts.ts';

type ChannelAdministrationContext = Pick<
  Domain,
  'config' | 'clock' | 'keyring' | 'changes' | 'options' | 'store' | 'wallet'
>;

/** Returns a channel as the API does: never with its key. */
export function presentChannel(
  { keyring }: Pick<Domain, 'keyring'>,
  row: ChannelRecord,
  language: Language,
): Channel {
  const { key_cipher: cipher, key_hash: _hash, keys_off: _off, balance_micros, ...rest } = row;
  return {
    ...rest,
    key: '',
    key_unreadable: keyring.tryDecrypt(cipher) === undefined,
    balance: balance_micros / 1e6,
    status_reason: readReason(rest.status_reason, language),
    test_fault: testCause.safeParse(parseJson(rest.test_fault)).data ?? null,
  };
}

/** Decrypts a channel's key. Throws AppError channel_key_unreadable if another master key encrypted it. */
export function openChannelKey(
  { keyring }: Pick<Domain, 'keyring'>,
  { key_cipher: cipher }: Pick<ChannelRecord, 'key_cipher'>,
): string {
  const key = keyring.tryDecrypt(cipher);
  if (key === undefined) throw new AppError('channel_key_unreadable');
  return key;
}

export async function readChannel(
  domain: Pick<Domain, 'store' | 'wallet'>,
  id: number,
): Promise<ChannelRecord> {
  await domain.wallet.flush();
  const row = await findChannelById(domain.store.db, id);
  if (!row) throw new AppError('channel_not_found');
  return row;
}

/**
 * Creates a channel for every line of the key (one for type 41, whose key is multi-line JSON), all or none.
 * An empty key with `sourceId` copies that channel's key and its destination, unless one is given.
 */
export async function createChannels(
  domain: ChannelAdministrationContext,
  input: ChannelInput & { name: string; models: string },
  sourceId: number | undefined,
): Promise<ChannelRecord[]> {
  const source = input.key?.trim() ? undefined : await findSource(domain, sourceId);
  const channels = describeNewChannels(domain, input, source);
  return domain.changes.commit({ topic: 'channels' }, (trx) => insertNewChannels(trx, channels));
}

/**
 * Returns the channel, or the first of the batch, that the input would create, checked as if it were to be
 * stored. A copied key keeps its destination, as when creating. Throws an AppError if it can't be created.
 */
export async function draftChannel(
  domain: Pick<Domain, 'config' | 'clock' | 'keyring' | 'log' | 'options' | 'store'>,
  input: ChannelInput & { name: string; models: string },
  sourceId: number | undefined,
): Promise<RuntimeChannel> {
  const source = input.key?.trim() ? undefined : await findSource(domain, sourceId);
  const [row] = describeNewChannels(domain, input, source);
  const { keys_off = '' } = row ?? {};
  const [channel] = row ? openChannel({ ...row, id: 0, keys_off }, domain.keyring, domain.log) : [];
  if (!channel) throw new AppError('channel_key_required');
  return channel;
}

/** Returns the checked rows of channels to create. Throws an AppError if one is invalid. */
export function describeNewChannels(
  domain: Pick<Domain, 'config' | 'clock' | 'keyring' | 'options'>,
  requested: ChannelInput & { name: string; models: string },
  source?: ChannelRecord,
): NewChannel[] {
  const { type = 1, base_url = '', other = '', setting = '' } = source ?? {};
  const sourceFields = { type, base_url, other, setting };
  const definedFields = Object.entries(requested).filter(([, value]) => value !== undefined);
  const input = { ...sourceFields, ...(Object.fromEntries(definedFields) as typeof requested) };
  const fields = checkChannelFields(domain, input, undefined);
  const keys = source ? copyKey(domain, source, { ...input, ...fields }) : splitKeys(input);
  return keys.map((key, index): NewChannel => ({
    type: input.type,
    openai_organization: '',
    max_input_tokens: 0,
    base_url: '',
    other: '',
    model_mapping: '',
    status_code_mapping: '',
    setting: '',
    models: input.models,
    group: 'default',
    auto_ban: 1,
    test_model: '',
    priority: 0,
    weight: 0,
    tag: '',
    status: CHANNEL_ENABLED,
    status_reason: '',
    status_time: 0,
    created_time: nowSeconds(domain.clock),
    ...fields,
    name: keys.length === 1 ? input.name : numberedName(input.name, index + 1),
    keys_off: source?.keys_off ?? '',
    key_cipher: domain.keyring.encrypt(key),
    key_hash: domain.keyring.hash('channel-key', key),
  }));
}

/** Stores new channels, within the caller's transaction. */
export async function insertNewChannels(
  trx: StoreTransaction,
  channels: readonly NewChannel[],
): Promise<ChannelRecord[]> {
  const rows = await insertChannels(trx, channels);
  for (const row of rows) noteAudited(auditedChannel(undefined, row));
  return rows;
}

const NAME_LENGTH = 120;

/** Distinguishes the channels created from one batch of keys by their number. */
function numberedName(name: string, number: number): string {
  const end = ` ${number}`;
  return name.slice(0, NAME_LENGTH - end.length) + end;
}

/** Finds the channel to copy the key from. Throws an AppError if there is none. */
async function findSource(
  { store }: Pick<Domain, 'store'>,
  id: number | undefined,
): Promise<ChannelRecord> {
  if (id === undefined) throw new AppError('channel_key_required');
  const source = await findChannelById(store.db, id);
  if (!source) throw new AppError('channel_not_found');
  return source;
}

function copyKey(
  domain: Pick<Domain, 'keyring'>,
  source: ChannelRecord,
  destination: KeyDestination,
): string[] {
  requireSameDestination(source, destination);
  const key = openChannelKey(domain, source);
  checkKeyForm(destination.type, key, destination.setting);
  return [key];
}

/** Splits the key input into the keys of the channels to create, as they are stored. Throws an AppError. */
export function splitKeys({
  type,
  key: text = '',
  setting,
}: KeyDestination & ChannelInput): string[] {
  checkKeyForm(type, mapLines(type, text.trimEnd()), setting);
  if (type === TYPE_VERTEX) return [text.trim()];
  const keys = text
    .split('\n')
    .map((line) => toStoredKey(type, line.trim()))
    .filter((line) => line !== '');
  if (keys.length > CHANNEL_KEYS_PER_BATCH_MAX)
    throw new AppError('too_many_keys', { limit: CHANNEL_KEYS_PER_BATCH_MAX });
  return holdsMultipleKeys(setting) ? [keys.join('\n')] : keys;
}

/** Returns whether a channel's setting says that its key field holds several keys of one channel. */
function holdsMultipleKeys(setting: string): boolean {
  const text = checkSetting(setting);
  return text !== '' && channelSetting.parse(JSON.parse(text)).multi_key !== undefined;
}

/** Throws an AppError if a stored key would be sent to a different destination. */
function requireSameDestination(before: KeyDestination, after: KeyDestination): void {
  if (!keepsDestination(before, after))
    throw new AppError('channel_key_again', {}, { field: 'key' });
}

/**
 * Changes the given fields of a channel. An empty key keeps the stored one, as long as its destination stays
 * the same. Concurrent edits are serialized, each based on the previous result.
 */
export async function editChannel(
  domain: ChannelAdministrationContext,
  id: number,
  input: ChannelInput,
): Promise<ChannelRecord> {
  await domain.wallet.flush();
  return domain.changes.commit({ topic: 'channels' }, async (trx) => {
    const before = await findChannelById(trx, id);
    const row = before && (await changeChannel(trx, domain, before, input));
    if (!row) throw new AppError('channel_not_found');
    return row;
  });
}

/**
 * Changes the given fields of a channel, within the caller's transaction; undefined if it no longer exists.
 */
export async function changeChannel(
  trx: StoreTransaction,
  domain: Pick<Domain, 'config' | 'clock' | 'keyring' | 'options'>,
  before: ChannelRecord,
  input: ChannelInput,
): Promise<ChannelRecord | undefined> {
  const row = await updateChannel(trx, before.id, changesOf(domain, input, before));
  if (row) noteAudited(auditedChannel(before, row));
  return row;
}

function changesOf(
  domain: Pick<Domain, 'config' | 'clock' | 'keyring' | 'options'>,
  input: ChannelInput,
  before: ChannelRecord,
): ChannelChanges {
  const type = input.type ?? before.type;
  const key = mapLines(type, input.key?.trim() ?? '');
  const setting = input.setting ?? before.setting;
  if (key !== '') checkKeyForm(type, mapLines(type, input.key?.trimEnd() ?? ''), setting);
  else if (type !== before.type || setting !== before.setting)
    checkKeyForm(type, openChannelKey(domain, before), setting);
  const fields = checkChannelFields(domain, input, before);
  if (key === '') requireSameDestination(before, { ...before, ...fields });
  return {
    ...fields,
    ...(key === ''
      ? {}
      : {
          key_cipher: domain.keyring.encrypt(key),
          key_hash: domain.keyring.hash('channel-key', key),
          keys_off: '',
        }),
    ...(input.status === undefined || input.status === before.status
      ? {}
      : { status_reason: '', status_time: nowSeconds(domain.clock) }),
  };
}

const mapLines = (type: number, text: string) =>
  type === TYPE_AWS
    ? text
        .split('\n')
        .map((line) => toStoredKey(type, line))
        .join('\n')
    : text;

export async function removeChannel(domain: Pick<Domain, 'changes'>, id: number): Promise<void> {
  await domain.changes.commit({ topic: 'channels' }, async (trx) => {
    const before = await findChannelById(trx, id);
    if (!before || (await deleteChannels(trx, [id])) === 0) throw new AppError('channel_not_found');
    noteAudited(auditedChannel(before, undefined));
  });
}

/** Deletes all disabled channels. Returns how many. */
export function removeDisabledChannels(domain: Pick<Domain, 'changes'>): Promise<number> {
  return domain.changes.commit({ topic: 'channels' }, async (trx) => {
    const ids = await listDisabledChannelIds(trx);
    for (const before of await listChannelsById(trx, ids))
      noteAudited(auditedChannel(before, undefined));
    return deleteChannels(trx, ids);
  });
}

/** Rebuilds the channel-model-group table. Returns the number of channels. */
export function fixChannels(domain: Pick<Domain, 'changes'>): Promise<number> {
  return domain.changes.commit({ topic: 'channels' }, (trx) => rebuildAbilities(trx));
}
