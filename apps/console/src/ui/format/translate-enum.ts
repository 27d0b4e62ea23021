import type { i18n } from 'i18next';

/** Translates a value of the server with the texts under `area`; returns it unchanged if there is none. */
export function translateEnum(texts: i18n, area: string, value: string): string {
  const key = `${area}.${value}`;
  return texts.exists(key) ? texts.t(key) : value;
}
