import {
  type Channel,
  CHANNEL_ENABLED,
  CHANNEL_KEYS_PER_BATCH_MAX,
  channelSetting,
  keepsDestination,
  type KeyDestination,
  testCause,
} from '@tollgate/contract';
import { buildModelMapping, findProvider, parseStatusCodeMapping } from '@tollgate/dialects';
import { isUrlAllowed } from '../../platform/ssrf-guard.ts';
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
import { noteAudited } from '../audit/audit-scope.ts';
import { auditedChannel } from './audited-channel.ts';
import { checkKeyForm, toStoredKey, TYPE_AWS, TYPE_VERTEX } from './check-key-form.ts';
import { mustKnowGroups } from '../options/groups.ts';
import type { Domain } from '../domain.ts';
import { type Language, readReason } from '../error-texts.ts';

type ChannelAdministrationContext = Pick<
  Domain,
  'config' | 'clock' | 'keyring' | 'changes' | 'options' | 'store' | 'wallet'
>;

/** What an empty `other` means for types that need one. */
const OTHER_DEFAULTS: Record<number, string> = { 3: '2023-06-01-preview', 18: 'v2.1' };

/** Fields as checked by the contract; absent ones stay unchanged. */
export interface ChannelInput {
  name?: string | undefined;
  type?: number | undefined;
  key?: string | undefined;
  openai_organization?: string | undefined;
  max_input_tokens?: number | undefined;
  base_url?: string | undefined;
  other?: string | undefined;
  model_mapping?: string | undefined;
  status_code_mapping?: string | undefined;
  setting?: string | undefined;
  models?: string | undefined;
  group?: string | undefined;
  auto_ban?: number | undefined;
  test_model?: string | undefined;
  priority?: number | undefined;
  weight?: number | undefined;
  tag?: string | undefined;
  status?: number | undefined;
}

/** A channel as the API returns it: never with its key. */
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

/** The key of a channel. Throws AppError channel_key_unreadable when another master key encrypted it. */
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
  wish: ChannelInput & { name: string; models: string },
  sourceId: number | undefined,
): Promise<ChannelRecord[]> {
  const source = wish.key?.trim() ? undefined : await findSource(domain, sourceId);
  const { type = 1, base_url = '', other = '', setting = '' } = source ?? {};
  const place = { type, base_url, other, setting };
  const given = Object.entries(wish).filter(([, value]) => value !== undefined);
  const input = { ...place, ...(Object.fromEntries(given) as typeof wish) };
  const fields = checkFields(domain, input, undefined);
  const keys = source ? copyKey(domain, source, { ...input, ...fields }) : splitKeys(input);
  const channels = keys.map((key, index): NewChannel => ({
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
  return domain.changes.commit({ topic: 'channels' }, async (trx) => {
    const rows = await insertChannels(trx, channels);
    for (const row of rows) noteAudited(auditedChannel(undefined, row));
    return rows;
  });
}

const NAME_LENGTH = 120;

/** Channels made of one batch of keys are told apart by their number. */
function numberedName(name: string, number: number): string {
  const end = ` ${number}`;
  return name.slice(0, NAME_LENGTH - end.length) + end;
}

/** The channel to copy the key from. Throws AppError when there is none. */
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
  place: KeyDestination,
): string[] {
  mustKeepDestination(source, place);
  const key = openChannelKey(domain, source);
  checkKeyForm(place.type, key, place.setting);
  return [key];
}

function splitKeys({ type, key: text = '', setting }: KeyDestination & ChannelInput): string[] {
  checkKeyForm(type, mapLines(type, text.trimEnd()), setting);
  if (type === TYPE_VERTEX) return [text.trim()];
  const keys = text
    .split('\n')
    .map((line) => toStoredKey(type, line.trim()))
    .filter((line) => line !== '');
  if (keys.length > CHANNEL_KEYS_PER_BATCH_MAX)
    throw new AppError('too_many_keys', { limit: CHANNEL_KEYS_PER_BATCH_MAX });
  return holdsManyKeys(setting) ? [keys.join('\n')] : keys;
}

/** Whether a channel's setting says that its key field holds several keys of one channel. */
function holdsManyKeys(setting: string): boolean {
  const text = checkSetting(setting);
  return text !== '' && channelSetting.parse(JSON.parse(text)).multi_key !== undefined;
}

/** Throws AppError when a stored key would be sent somewhere else. */
function mustKeepDestination(before: KeyDestination, after: KeyDestination): void {
  if (!keepsDestination(before, after))
    throw new AppError('channel_key_again', {}, { field: 'key' });
}

/**
 * Changes the given fields of a channel. An empty key keeps the stored one, as long as its destination
 * stays the same. Concurrent edits run one after the other, each on the result of the one before.
 */
export async function editChannel(
  domain: ChannelAdministrationContext,
  id: number,
  input: ChannelInput,
): Promise<ChannelRecord> {
  await domain.wallet.flush();
  return domain.changes.commit({ topic: 'channels' }, async (trx) => {
    const before = await findChannelById(trx, id);
    const row = before && (await updateChannel(trx, id, changesOf(domain, input, before)));
    if (!row) throw new AppError('channel_not_found');
    noteAudited(auditedChannel(before, row));
    return row;
  });
}

function changesOf(
  domain: ChannelAdministrationContext,
  input: ChannelInput,
  before: ChannelRecord,
): ChannelChanges {
  const type = input.type ?? before.type;
  const key = mapLines(type, input.key?.trim() ?? '');
  const setting = input.setting ?? before.setting;
  if (key !== '') checkKeyForm(type, mapLines(type, input.key?.trimEnd() ?? ''), setting);
  else if (type !== before.type || setting !== before.setting)
    checkKeyForm(type, openChannelKey(domain, before), setting);
  const fields = checkFields(domain, input, before);
  if (key === '') mustKeepDestination(before, { ...before, ...fields });
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

/** Checks and normalises the given fields, against the stored ones where a rule needs both. */
function checkFields(
  domain: Pick<Domain, 'config' | 'options'>,
  input: ChannelInput,
  before: ChannelRecord | undefined,
): ChannelChanges {
  const { key: _key, ...given } = input;
  const type = input.type ?? before?.type ?? 1;
  const provider = findProvider(type);
  if (!provider) throw new AppError('channel_type_unknown', { type });
  const changes: ChannelChanges = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  if (input.base_url !== undefined) changes.base_url = checkBaseUrl(domain, input.base_url);
  if (provider.baseUrlRequired && (changes.base_url ?? before?.base_url ?? '') === '')
    throw new AppError('base_url_required');
  if (
    changes.other === '' ||
    (input.type !== undefined && before?.other === '' && changes.other === undefined)
  )
    changes.other = OTHER_DEFAULTS[type] ?? '';
  const needsOther = provider.fields.some(({ name, required }) => name === 'other' && required);
  if (needsOther && (changes.other ?? before?.other ?? '').trim() === '')
    throw new AppError('channel_other_required');
  if (input.group !== undefined) mustKnowGroups(domain, input.group, before?.group);
  if (type === TYPE_VERTEX && changes.other !== undefined) checkRegion(changes.other);
  if (input.model_mapping !== undefined)
    changes.model_mapping = checkModelMapping(input.model_mapping);
  if (input.status_code_mapping !== undefined)
    changes.status_code_mapping = checkStatusMapping(input.status_code_mapping);
  if (input.setting !== undefined) changes.setting = checkSetting(input.setting);
  return changes;
}

/** A region, or JSON of regions by model. Throws AppError channel_region_invalid. */
function checkRegion(text: string): void {
  const other = text.trim();
  if (other === '' || REGION.test(other)) return;
  const map = parseJson(other);
  const regions = isRecord(map) ? Object.values(map) : [undefined];
  if (!regions.every((region) => typeof region === 'string' && REGION.test(region)))
    throw new AppError('channel_region_invalid', {}, { field: 'other' });
}

/** `global`, `us`, `europe-west4` */
const REGION = /^(?:global|us|eu|[a-z]+-[a-z]+\d+)$/;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapLines = (type: number, text: string) =>
  type === TYPE_AWS
    ? text
        .split('\n')
        .map((line) => toStoredKey(type, line))
        .join('\n')
    : text;

function checkBaseUrl(domain: Pick<Domain, 'config'>, text: string): string {
  const address = text.trim().replace(/\/+$/, '');
  if (address === '') return '';
  // Type 8 may have {model} in its address; any word takes its place here.
  const url = URL.parse(address.replaceAll('{model}', 'model'));
  if (!url || !/^https?:$/.test(url.protocol)) throw new AppError('base_url_invalid');
  // A caller who names a model must not choose the host: the model may be at most its first label.
  const host = /^https?:\/\/([^/?#]*)/i.exec(address)?.[1] ?? '';
  if (host.includes('{model}') && !/\{model\}(\.[^.{}]+){2,}$/.test(host))
    throw new AppError('base_url_invalid');
  if (!isUrlAllowed(url, domain.config.ALLOW_PRIVATE_UPSTREAMS))
    throw new AppError('address_not_allowed');
  return address;
}

function checkModelMapping(text: string): string {
  const result = buildModelMapping(text.trim());
  if (!result.ok) throw new AppError(result.code, { model: result.model ?? '' });
  return text.trim();
}

function checkStatusMapping(text: string): string {
  if (!parseStatusCodeMapping(text.trim()).ok) throw new AppError('status_code_mapping_invalid');
  return text.trim();
}

function checkSetting(text: string): string {
  if (text.trim() === '') return '';
  const { success, error } = channelSetting.safeParse(parseJson(text));
  if (success) return text.trim();
  const field = error.issues[0]?.path[0];
  if (field === undefined) throw new AppError('setting_invalid');
  throw new AppError('setting_field_invalid', { field: String(field) });
}

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
