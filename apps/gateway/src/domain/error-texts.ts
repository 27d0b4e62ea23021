import { texts } from '@tollgate/i18n';
import { type ErrorCode, findOption, isErrorCode } from '@tollgate/contract';
import type { ErrorParams } from '../platform/app-error.ts';
import { fillIn } from '../platform/fill-in.ts';
import { refusalInChinese, upstreamInChinese } from './refusal-texts.ts';

export type Language = 'zh' | 'en';

/**
 * Returns the public text of an error code with its {{params}} filled in. A param that is itself a code (a
 * reason) is replaced by its text, one of `optionNames` by labels; others are shortened. A request error is
 * given in a single language: entirely in English if it has no Chinese translation. Falls back to Chinese, then
 * to the code.
 */
export function translateError(code: ErrorCode, params: ErrorParams, language: Language): string {
  if (code === 'relay_invalid_request' && language === 'zh') {
    const reason = refusalInChinese(String(params['reason'] ?? ''));
    return fillText(code, reason === undefined ? params : { reason }, reason ? 'zh' : 'en');
  }
  return fillText(code, params, language);
}

function fillText(code: ErrorCode, params: ErrorParams, language: Language): string {
  const template = errorText(language, code) ?? errorText('zh', code) ?? code;
  const translatedParams = Object.entries(params).map(([name, value]) => [
    name,
    readOptionNames(value, language) ?? shorten(readReason(value, language)),
  ]);
  return fillIn(template, Object.fromEntries(translatedParams) as ErrorParams);
}

/** Most characters that an error repeats of a name or value from a request. */
const REPEATED_MAX = 600;

function shorten(text: string): string {
  return text.length > REPEATED_MAX ? `${text.slice(0, REPEATED_MAX).toWellFormed()}…` : text;
}

const OPTION_NAMES = /^options:(\w+(?:,\w+)*)$/;

/** Builds an error param that names options; it is shown as their labels in the settings. */
export function optionNames(...keys: readonly string[]): string {
  return `options:${keys.join(',')}`;
}

function readOptionNames(value: string | number, language: Language): string | undefined {
  const keys = OPTION_NAMES.exec(String(value))?.[1]?.split(',');
  return keys?.map((key) => optionLabel(key, language)).join(language === 'zh' ? '、' : ', ');
}

/** Returns an option's label in the settings. Options of login providers share their texts. */
export function optionLabel(key: string, language: Language): string {
  const labels: Readonly<Record<string, string>> = texts[language].options;
  const { group = '', label } = findOption(key) ?? {};
  const text = label?.text ?? key;
  return fillIn(labels[`${text}_${group}`] ?? labels[text] ?? key, {
    provider: label?.provider ?? '',
  });
}

/** Encodes a reason for storage: a code and its params, translated when it is read. */
export function writeReason(code: ErrorCode, figures: ErrorParams): string {
  return `${code} ${JSON.stringify(figures)}`;
}

const CODED_REASON = /^(reason_[a-z_]+)(?: (\{.*\}))?$/;

/** Returns a reason as text: the translated code with its params, or the upstream's own text. */
export function readReason(reason: string | number, language: Language): string {
  const text = String(reason);
  const [, code = '', figures] = CODED_REASON.exec(text) ?? [];
  if (!isErrorCode(code)) return (language === 'zh' && upstreamInChinese(text)) || text;
  try {
    return translateError(code, JSON.parse(figures ?? '{}') as ErrorParams, language);
  } catch {
    return text;
  }
}

function errorText(language: Language, code: ErrorCode): string | undefined {
  const errors = (texts[language] as { errors?: Record<string, string> }).errors;
  return errors?.[code];
}

/** Returns the caller's language: English if the header prefers it to Chinese, else Chinese. */
export function languageOf(acceptLanguage: string | undefined): Language {
  if (!acceptLanguage) return 'zh';
  const ranked = acceptLanguage
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';');
      const quality = rest
        .map((item) => /^\s*q=([\d.]+)$/.exec(item)?.[1])
        .find((value) => value !== undefined);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => (tag.startsWith('zh') || tag.startsWith('en')) && quality > 0)
    .sort((left, right) => right.quality - left.quality);
  return ranked[0]?.tag.startsWith('en') ? 'en' : 'zh';
}
