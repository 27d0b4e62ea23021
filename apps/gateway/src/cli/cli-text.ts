import { type Texts, texts } from '@tollgate/i18n';
import type { Language } from '../domain/error-texts.ts';
import { pickText, type TextPath } from '../platform/pick-text.ts';

/** `help.backup` for `cli.help.backup`. */
export type CliText = TextPath<Texts['cli']>;

/** Returns a text of the command line. */
export function cliText(
  language: Language,
  path: CliText,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return pickText(texts[language].cli, path, params);
}
