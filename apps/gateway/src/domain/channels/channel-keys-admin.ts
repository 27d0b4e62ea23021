import type { ChannelKey, ChannelSetting } from '@tollgate/contract';
import { CHANNEL_KEYS_MAX, DEFAULT_MULTI_KEY_MODE } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { parseJson } from '../../platform/parse-json.ts';
import {
  type ChannelRecord,
  findChannelById,
  updateChannel,
} from '../../store/channels-repository.ts';
import { describeState } from '../channel-health/describe-state.ts';
import type { Domain } from '../domain.ts';
import { openChannelKey } from './channel-administration.ts';
import { fingerprintKey, readChannelPolicy, splitKeys } from './channel-policy.ts';
import { checkKeyForm, TYPE_VERTEX } from './check-key-form.ts';

/** Fewer characters than this would give too much of a key away. */
const TAIL_OF_AT_LEAST = 12;
const TAIL_LENGTH = 4;

/** What to do with the keys of a channel; keys are named by their fingerprints. */
export interface ChannelKeysEdit {
  id: number;
  /** New keys, one a line. */
  add: string;
  switch_on: readonly string[];
  switch_off: readonly string[];
  remove: readonly string[];
}

interface StoredKey {
  key: string;
  name: string;
  enabled: boolean;
}

/** The keys of a channel in the order of its key field, each with its end and its health on this node. */
export async function listChannelKeys(
  domain: Pick<Domain, 'keyring' | 'store' | 'channelHealth' | 'clock'>,
  id: number,
): Promise<ChannelKey[]> {
  const row = await findChannelById(domain.store.db, id);
  if (!row) throw new AppError('channel_not_found');
  const state = domain.channelHealth.stateOfChannel(id);
  const health = state && describeState(state, domain.clock.nowMs());
  return readKeys(domain, row).map(({ key, name, enabled }, index) => {
    const view = health?.keys.find((each) => each.name === name);
    return {
      name,
      position: index + 1,
      tail: key.length < TAIL_OF_AT_LEAST ? '' : key.slice(-TAIL_LENGTH),
      enabled,
      state: view?.state ?? 'closed',
      until_ms: view?.until_ms ?? 0,
      failures_in_a_row: view?.failures_in_a_row ?? 0,
      dead: view?.dead ?? false,
    };
  });
}

/**
 * Adds, removes and switches keys of a channel without any other being typed again, all or none.
 * Keys that are there already are not added twice. Throws AppError where a key is unknown, and
 * where none would be left to call with.
 */
export function editChannelKeys(
  domain: Pick<Domain, 'keyring' | 'changes'>,
  edit: ChannelKeysEdit,
): Promise<void> {
  return domain.changes.commit({ topic: 'channels' }, async (trx) => {
    const row = await findChannelById(trx, edit.id);
    if (!row) throw new AppError('channel_not_found');
    const keys = applyEdit(domain, row, edit);
    if (keys.every(({ enabled }) => !enabled)) throw new AppError('channel_last_key');
    if (keys.length > CHANNEL_KEYS_MAX)
      throw new AppError('too_many_keys', { limit: CHANNEL_KEYS_MAX });
    const text = keys.map(({ key }) => key).join('\n');
    await updateChannel(trx, edit.id, {
      key_cipher: domain.keyring.encrypt(text),
      key_hash: domain.keyring.hash('channel-key', text),
      setting: toSetting(row, keys),
    });
  });
}

function applyEdit(
  domain: Pick<Domain, 'keyring'>,
  row: ChannelRecord,
  edit: ChannelKeysEdit,
): StoredKey[] {
  const before = readKeys(domain, row);
  const named = new Set(before.map(({ name }) => name));
  for (const name of [...edit.switch_on, ...edit.switch_off, ...edit.remove])
    if (!named.has(name)) throw new AppError('channel_key_not_found');
  const on = new Set(edit.switch_on);
  const off = new Set(edit.switch_off);
  const removed = new Set(edit.remove);
  const kept = before
    .filter(({ name }) => !removed.has(name))
    .map((each) => ({
      ...each,
      enabled: on.has(each.name) || (each.enabled && !off.has(each.name)),
    }));
  return [...kept, ...newKeys(domain, row, edit.add).filter(({ name }) => !named.has(name))];
}

function newKeys(
  { keyring }: Pick<Domain, 'keyring'>,
  { type, setting }: ChannelRecord,
  text: string,
): StoredKey[] {
  if (text.trim() === '') return [];
  // The key of this type is JSON over many lines: a channel of it holds one.
  if (type === TYPE_VERTEX) throw new AppError('channel_one_key_only');
  checkKeyForm(type, text.trim(), setting);
  return splitKeys(text, { multiKey: DEFAULT_MULTI_KEY_MODE }).map((key) => ({
    key,
    name: fingerprintKey(keyring, key),
    enabled: true,
  }));
}

function readKeys(domain: Pick<Domain, 'keyring'>, row: ChannelRecord): StoredKey[] {
  const policy = readChannelPolicy(settingOf(row));
  return splitKeys(openChannelKey(domain, row), policy).map((key) => {
    const name = fingerprintKey(domain.keyring, key);
    return { key, name, enabled: !policy.keysOff.has(name) };
  });
}

function settingOf({ setting }: ChannelRecord): ChannelSetting {
  return setting === '' ? {} : (parseJson(setting) as ChannelSetting);
}

/** The setting with the keys that are off; a channel that got a second key takes them in turn. */
function toSetting(row: ChannelRecord, keys: readonly StoredKey[]): string {
  const { multi_key, keys_off: _before, ...rest } = settingOf(row);
  const off = keys.filter(({ enabled }) => !enabled).map(({ name }) => name);
  const mode = multi_key ?? (keys.length > 1 ? DEFAULT_MULTI_KEY_MODE : undefined);
  const setting = {
    ...rest,
    ...(mode === undefined ? {} : { multi_key: mode }),
    ...(off.length === 0 ? {} : { keys_off: off }),
  };
  return Object.keys(setting).length === 0 ? '' : JSON.stringify(setting);
}
