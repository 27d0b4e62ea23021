import { type ChannelSetting, channelSetting } from '@tollgate/contract';
import { findProvider, fitsKeyForm } from '@tollgate/dialects';
import { AppError } from '../../platform/app-error.ts';
import { parseJson } from '../../platform/parse-json.ts';

export const TYPE_VERTEX = 41;
export const TYPE_AWS = 33;

/** AccessKey-SecretKey-region; neither of the two keys contains a hyphen. */
const AWS_WITH_HYPHENS = /^([A-Z0-9]{16,128})-([A-Za-z0-9/+=]{16,128})-([a-z]{2}(?:-[a-z]+)+-\d)$/;

/**
 * Returns a key as stored: the second documented format of AWS keys is converted to the one that calls use.
 */
export function toStoredKey(type: number, key: string): string {
  if (type !== TYPE_AWS) return key;
  const [, access, secret, region] = AWS_WITH_HYPHENS.exec(key.trim()) ?? [];
  return region === undefined ? key : `${access}|${secret}|${region}`;
}

/**
 * Refuses keys whose format calls of the type could never use; otherwise only the first call would fail.
 * Every line is a key, except for type 41, whose key is JSON.
 */
export function checkKeyForm(type: number, text: string, setting = ''): void {
  const { keyForm, keyForms } = findProvider(type) ?? {};
  const formatName = keyForms && namedFormat(setting);
  const form = (formatName && keyForms[formatName]) ?? keyForm;
  if (!form) return;
  const { shape } = form;
  const lines = type === TYPE_VERTEX ? [text] : text.split('\n');
  const wrong = lines.findIndex((line) => line.trim() !== '' && !fitsKeyForm(form, line));
  if (wrong === -1) return;
  if (lines.length === 1) throw new AppError('channel_key_malformed', { shape }, { field: 'key' });
  throw new AppError('channel_key_line_malformed', { line: wrong + 1, shape }, { field: 'key' });
}

/** Returns the dialect set in a channel's setting; undefined for most. */
function namedFormat(setting: string): ChannelSetting['dialect'] {
  return setting.trim() === ''
    ? undefined
    : channelSetting.safeParse(parseJson(setting)).data?.dialect;
}
