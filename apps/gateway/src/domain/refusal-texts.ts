import { texts } from '@tollgate/i18n';
import { fillIn } from '../platform/fill-in.ts';

/** Longest sentence that is looked up, because callers choose the names in it. */
const LENGTH_MAX = 500;

interface Pattern {
  english: RegExp;
  chinese: string;
}

type Templates = Readonly<Record<string, string>>;

let patterns: Record<'sentences' | 'parts' | 'upstream', Pattern[]> | undefined;

/**
 * Translates what is wrong with a request into Chinese; undefined if there is no translation. The readers of
 * dialects, files and batches report it in English, as SDKs expect, including names and figures.
 */
export function refusalInChinese(sentence: string): string | undefined {
  return translate(sentence, 'sentences');
}

/** Translates our description of a failing upstream likewise. The upstream's own text has no translation. */
export function upstreamInChinese(sentence: string): string | undefined {
  return translate(sentence, 'upstream');
}

function readPatterns(english: Templates, chinese: Templates): Pattern[] {
  return Object.entries(english).map(([key, text]) => ({
    english: new RegExp(
      `^${text.replaceAll(SPECIAL, '\\$&').replaceAll(HOLE, '(?<$1>.*?)')}$`,
      's',
    ),
    chinese: chinese[key] ?? text,
  }));
}

const SPECIAL = /[.*+?^${}()|[\]\\]/g;
/** A {{param}} in an escaped template. */
const HOLE = /\\\{\\\{(.+?)\\\}\\\}/g;

function translate(text: string, group: keyof NonNullable<typeof patterns>): string | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  patterns ??= {
    sentences: readPatterns(texts.en.refusals.sentences, texts.zh.refusals.sentences),
    parts: readPatterns(texts.en.refusals.parts, texts.zh.refusals.parts),
    upstream: readPatterns(texts.en.refusals.upstream, texts.zh.refusals.upstream),
  };
  for (const { english, chinese } of patterns[group]) {
    const match = english.exec(text);
    if (!match) continue;
    const translatedParams = Object.entries(match.groups ?? {}).map(([name, value]) => [
      name,
      (name === 'reason' ? refusalInChinese(value) : undefined) ??
        translate(value, 'parts') ??
        value,
    ]);
    return fillIn(chinese, Object.fromEntries(translatedParams) as Record<string, string>);
  }
  return undefined;
}
