import { texts } from '@tollgate/i18n';
import { fillIn } from '../platform/fill-in.ts';

/** Of a sentence that is looked up, as callers choose the names in it. */
const LENGTH_MAX = 500;

interface Pattern {
  english: RegExp;
  chinese: string;
}

type Templates = Readonly<Record<string, string>>;

let known: Record<'sentences' | 'parts' | 'upstream', Pattern[]> | undefined;

/**
 * What is wrong with a request, in Chinese; undefined where nobody has translated that. The readers of the
 * dialects, of files and batches say it in English, as SDKs know it, with names and figures in it.
 */
export function refusalInChinese(sentence: string): string | undefined {
  return translate(sentence, 'sentences');
}

/** The same of what we say of an upstream that says nothing. Its own words stay as they are. */
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
/** A {{param}} of a template that was escaped. */
const HOLE = /\\\{\\\{(.+?)\\\}\\\}/g;

function translate(text: string, group: keyof NonNullable<typeof known>): string | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  known ??= {
    sentences: readPatterns(texts.en.refusals.sentences, texts.zh.refusals.sentences),
    parts: readPatterns(texts.en.refusals.parts, texts.zh.refusals.parts),
    upstream: readPatterns(texts.en.refusals.upstream, texts.zh.refusals.upstream),
  };
  for (const { english, chinese } of known[group]) {
    const found = english.exec(text);
    if (!found) continue;
    const said = Object.entries(found.groups ?? {}).map(([name, value]) => [
      name,
      (name === 'reason' ? refusalInChinese(value) : undefined) ??
        translate(value, 'parts') ??
        value,
    ]);
    return fillIn(chinese, Object.fromEntries(said) as Record<string, string>);
  }
  return undefined;
}
