import type { i18n } from 'i18next';

/** A value of the server in words, from the texts under `area`; as it is where there are none. */
export function translateEnum(texts: i18n, area: string, value: string): string {
  const key = `${area}.${value}`;
  return texts.exists(key) ? texts.t(key) : value;
}
