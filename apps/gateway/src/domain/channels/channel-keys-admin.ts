import { CHANNEL_KEYS_PER_BATCH_MAX, type ChannelKey } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { parseJson } from '../../platform/parse-json.ts';
import {
  type ChannelChanges,
  type ChannelRecord,
  findChannelById,
  updateChannel,
} from '../../store/channels-repository.ts';
import { describeState } from '../channel-health/describe-state.ts';
import type { Domain } from '../domain.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import { auditedChannel } from './audited-channel.ts';
import { openChannelKey } from './channel-administration.ts';
import { fingerprintKey, splitComma } from './channel-catalog.ts';
import { splitKeys } from './channel-policy.ts';
import { checkKeyForm, toStoredKey, TYPE_VERTEX } from './check-key-form.ts';

type KeysContext = Pick<Domain, 'changes' | 'channelHealth' | 'clock' | 'keyring' | 'store'>;

/** Keys shorter than this are not shown even in part. */
const SHOWN_FROM = 12;
const TAIL = 4;

/**
 * Lists a channel's keys, identified by their last characters, with what this node has recorded about each.
 */
export async function listChannelKeys(domain: KeysContext, id: number): Promise<ChannelKey[]> {
  const row = await findChannelById(domain.store.db, id);
  if (!row) throw new AppError('channel_not_found');
  return presentKeys(domain, row);
}

/** Returns a channel's key by its fingerprint. Throws AppError channel_not_found, channel_key_not_found. */
export async function readChannelKey(
  domain: Pick<Domain, 'keyring' | 'store'>,
  id: number,
  fingerprint: string,
): Promise<string> {
  const row = await findChannelById(domain.store.db, id);
  if (!row) throw new AppError('channel_not_found');
  const keys = openKeys(domain, row);
  const storedKey = keys.find((key) => fingerprintKey(domain.keyring, key) === fingerprint);
  if (storedKey === undefined) throw new AppError('channel_key_not_found');
  return storedKey;
}

/** Adds keys, one per line; a channel with one key becomes one with several, used in turn. */
export function addChannelKeys(
  domain: KeysContext,
  { id, keys: text }: { id: number; keys: string },
): Promise<ChannelKey[]> {
  return change(domain, id, (row, keys) => {
    if (row.type === TYPE_VERTEX) throw new AppError('channel_key_form');
    const added = text
      .split('\n')
      .map((line) => toStoredKey(row.type, line.trim()))
      .filter((line) => line !== '');
    checkKeyForm(row.type, added.join('\n'), row.setting);
    const all = [...new Set([...keys, ...added])];
    if (all.length > CHANNEL_KEYS_PER_BATCH_MAX)
      throw new AppError('too_many_keys', { limit: CHANNEL_KEYS_PER_BATCH_MAX });
    return { ...sealKeys(domain, all), setting: withSeveralKeys(row.setting) };
  });
}

/**
 * Enables or disables one key. Throws AppError channel_key_last for the last enabled one: the channel itself
 * can be disabled.
 */
export function switchChannelKey(
  domain: KeysContext,
  { id, fingerprint, on }: { id: number; fingerprint: string; on: boolean },
): Promise<ChannelKey[]> {
  return change(domain, id, (row, keys) => {
    requireKey(domain, keys, fingerprint);
    const disabledKeys = new Set(splitComma(row.keys_off));
    if (on) disabledKeys.delete(fingerprint);
    else disabledKeys.add(fingerprint);
    return { keys_off: requireEnabledKey(domain, keys, disabledKeys) };
  });
}

/** Removes one key. Throws AppError channel_key_last for the last enabled one. */
export function removeChannelKey(
  domain: KeysContext,
  { id, fingerprint }: { id: number; fingerprint: string },
): Promise<ChannelKey[]> {
  return change(domain, id, (row, keys) => {
    requireKey(domain, keys, fingerprint);
    const rest = keys.filter((key) => fingerprintKey(domain.keyring, key) !== fingerprint);
    const disabledKeys = new Set(splitComma(row.keys_off).filter((name) => name !== fingerprint));
    return { ...sealKeys(domain, rest), keys_off: requireEnabledKey(domain, rest, disabledKeys) };
  });
}

type Edit = (row: ChannelRecord, keys: readonly string[]) => ChannelChanges;

/** Edits the keys of a channel. Concurrent edits are serialized, and every node reloads the channel. */
async function change(domain: KeysContext, id: number, edit: Edit): Promise<ChannelKey[]> {
  const row = await domain.changes.commit({ topic: 'channels' }, async (trx) => {
    const before = await findChannelById(trx, id);
    const after = before && (await updateChannel(trx, id, edit(before, openKeys(domain, before))));
    if (!after) throw new AppError('channel_not_found');
    noteAudited(auditedChannel(before, after));
    return after;
  });
  return presentKeys(domain, row);
}

function openKeys(domain: Pick<Domain, 'keyring'>, row: ChannelRecord): string[] {
  const { multi_key: multiKey } = readSetting(row.setting);
  return splitKeys(openChannelKey(domain, row), {
    multiKey: multiKey === 'random' || multiKey === 'round_robin' ? multiKey : undefined,
  });
}

function presentKeys(domain: KeysContext, row: ChannelRecord): ChannelKey[] {
  const disabledKeys = new Set(splitComma(row.keys_off));
  const state = domain.channelHealth.stateOfChannel(row.id);
  const held = state ? describeState(state, domain.clock.nowMs()).keys : [];
  return openKeys(domain, row).map((key) => {
    const fingerprint = fingerprintKey(domain.keyring, key);
    const keyState = held.find(({ name }) => name === fingerprint);
    return {
      fingerprint,
      tail: key.length < SHOWN_FROM ? '' : key.slice(-TAIL),
      on: !disabledKeys.has(fingerprint),
      state: keyState?.state ?? 'closed',
      until_ms: keyState?.until_ms ?? 0,
      failures_in_a_row: keyState?.failures_in_a_row ?? 0,
      dead: keyState?.dead ?? false,
      fault: keyState?.fault ?? null,
    };
  });
}

function sealKeys({ keyring }: Pick<Domain, 'keyring'>, keys: readonly string[]): ChannelChanges {
  const text = keys.join('\n');
  return { key_cipher: keyring.encrypt(text), key_hash: keyring.hash('channel-key', text) };
}

function requireKey(
  { keyring }: Pick<Domain, 'keyring'>,
  keys: readonly string[],
  fingerprint: string,
): void {
  if (!keys.some((key) => fingerprintKey(keyring, key) === fingerprint))
    throw new AppError('channel_key_not_found');
}

/** Returns the disabled fingerprints. Throws AppError channel_key_last if no key would remain enabled. */
function requireEnabledKey(
  { keyring }: Pick<Domain, 'keyring'>,
  keys: readonly string[],
  disabledKeys: ReadonlySet<string>,
): string {
  if (keys.every((key) => disabledKeys.has(fingerprintKey(keyring, key))))
    throw new AppError('channel_key_last');
  return [...disabledKeys].join(',');
}

function withSeveralKeys(text: string): string {
  const setting = readSetting(text);
  return setting['multi_key'] === undefined
    ? JSON.stringify({ ...setting, multi_key: 'round_robin' })
    : text;
}

function readSetting(text: string): Record<string, unknown> {
  return text === '' ? {} : ((parseJson(text) ?? {}) as Record<string, unknown>);
}
