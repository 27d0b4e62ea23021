import { TYPE_AWS, TYPE_VERTEX } from '../channels/check-key-form.ts';
import { type ChannelContext, matchesKeyForm } from './channel-context.ts';
import { isObject } from '../../platform/lenient-json.ts';
import { objectOf, textOf } from './source-values.ts';

/** The keys of a channel, in the form that calls here need. */
export interface ChannelKeys {
  keys: string[];
  /** Those of `keys` that are disabled. */
  keysOff: string[];
  /** Whether it is a multi-key channel, which picks keys by `mode`. */
  isMultiKey: boolean;
  mode: 'round_robin' | 'random';
}

const TYPE_HUNYUAN = 23;

/** Reads the key column, and new-api's `channel_info` for a multi-key channel. */
export function readChannelKeys(channel: ChannelContext): ChannelKeys {
  const { row, name, findings } = channel;
  const info = objectOf(textOf(row, 'channel_info')) ?? {};
  const isMultiKey = info['is_multi_key'] === true;
  const text = textOf(row, 'key').trim();
  const raw = isMultiKey ? splitKeys(text) : [text];
  const keys = raw.map((key) => formOf(channel, key));
  const statuses = isObject(info['multi_key_status_list']) ? info['multi_key_status_list'] : {};
  const isOn = (index: number) => (statuses[String(index)] ?? 1) === 1;
  const keysOff = keys.filter((_key, index) => !isOn(index));
  if (keysOff.length > 0) findings.add('channels', 'channel_keys_off', name, keysOff.length);
  const wrong = keys.filter((key) => key !== '' && !matchesKeyForm(channel.type, key)).length;
  if (wrong > 0 || text === '') findings.add('channels', 'channel_key_form', name, wrong);
  return {
    keys,
    keysOff,
    // A Vertex key is multi-line JSON, which a multi-key channel can't store.
    isMultiKey: isMultiKey && keys.every((key) => !key.includes('\n')),
    mode: info['multi_key_mode'] === 'random' ? 'random' : 'round_robin',
  };
}

/** Splits keys by line, or reads a JSON array, whose elements stay as they are written. */
function splitKeys(text: string): string[] {
  if (text.startsWith('['))
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list))
        return list.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
    } catch {
      // Not JSON: one key per line.
    }
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * Converts the forms that differ: one-hub puts the AWS region first, and keeps other vendors' account ids in
 * the key.
 */
function formOf({ family, row, type }: ChannelContext, key: string): string {
  const parts = key.split('|').map((part) => part.trim());
  if (type === TYPE_AWS && family === 'one-hub') {
    const [region = '', ...rest] = parts;
    const [access = '', secret, session] = rest;
    if (secret === undefined) return `${access}|${region}`;
    return session === undefined
      ? `${access}|${secret}|${region}`
      : `${access}|${secret}|${region}|${session}`;
  }
  if (type === TYPE_VERTEX && family === 'one-api')
    return parts.slice(2).join('|') || vertexKey(row) || key;
  if (type === TYPE_HUNYUAN && family === 'one-hub' && parts.length === 2)
    return `0|${parts.join('|')}`;
  if (type === 39 && family === 'one-hub') return parts.at(-1) ?? key;
  if (type === 46) return parts[0] ?? key;
  return key;
}

function vertexKey(row: ChannelContext['row']): string {
  const text = objectOf(textOf(row, 'config'))?.['vertex_ai_adc'];
  return typeof text === 'string' ? text : '';
}
