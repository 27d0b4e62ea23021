import type { Session } from '@tollgate/contract';
import type { TFunction } from 'i18next';

/** Describes the device of a session. */
export function deviceName(
  t: TFunction,
  { browser, system }: Pick<Session, 'browser' | 'system'>,
): string {
  if (browser && system) return t('personal.sessions.device', { browser, system });
  return browser || system || t('personal.sessions.unknown');
}
