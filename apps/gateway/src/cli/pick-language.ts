import type { Language } from '../domain/error-texts.ts';
import type { CommandInput } from './command.ts';

/** Picks the terminal's language by its locale: Chinese, otherwise English. */
export function pickLanguage(env: CommandInput['env']): Language {
  const locale = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find(
    (one) => one !== undefined && one !== '',
  );
  return /^zh/i.test(locale ?? '') ? 'zh' : 'en';
}
