import {
  notificationChannels,
  type NotificationChannelEntry,
  type NotificationChannelId,
  type NotificationField,
} from '@tollgate/contract';
import type { Keyring } from '../../platform/keyring.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { TargetRow } from '../../store/notification-targets-repository.ts';
import { MASK, maskSecrets } from '../audit/mask-secrets.ts';
import type { ChannelSettings } from './channels/notification-channel.ts';
import { oneLine } from '../../platform/one-line.ts';

const RESPONSE_LENGTH_MAX = 1000;
/** Masking a shorter secret would mask ordinary words. */
const SECRET_MIN = 4;

export function fieldsOf(channel: string): readonly NotificationField[] {
  const entries: readonly NotificationChannelEntry[] = notificationChannels;
  return entries.find(({ id }) => id === (channel as NotificationChannelId))?.fields ?? [];
}

export const isSecret = ({ kind }: NotificationField) =>
  kind === 'secret' || kind === 'secret-address';
export const isAddress = ({ kind }: NotificationField) =>
  kind === 'address' || kind === 'secret-address';

/** Decrypts a target's settings; empty if another master key encrypted them. */
export function openSettings(
  keyring: Pick<Keyring, 'tryDecrypt'>,
  { settings_cipher: cipher }: Pick<TargetRow, 'settings_cipher'>,
): Record<string, string> {
  const text = keyring.tryDecrypt(cipher);
  return text === undefined ? {} : ((parseJson(text) ?? {}) as Record<string, string>);
}

/** Cleans a response for display: truncated, on one line, without the target's secrets. */
export function maskResponse(channel: string, settings: ChannelSettings, response: string): string {
  const secrets = fieldsOf(channel)
    .filter(isSecret)
    .map(({ key }) => settings[key] ?? '')
    .filter((secret) => secret.length >= SECRET_MIN);
  const masked = secrets.reduce((text, secret) => text.replaceAll(secret, MASK), response);
  const text = oneLine(String(maskSecrets(masked)));
  return text.length > RESPONSE_LENGTH_MAX ? `${text.slice(0, RESPONSE_LENGTH_MAX)}…` : text;
}
