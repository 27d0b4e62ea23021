import i18next from 'i18next';

/** Returns a text of the console in English, by its key. */
export const text = (key: string, params: Record<string, unknown> = {}): string =>
  String(i18next.t(key, params as never));
