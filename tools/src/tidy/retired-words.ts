import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rule } from './rule.ts';
import type { SourceFile } from './source-file.ts';

/** A word replaced by the field's standard term. */
export interface RetiredWord {
  /**
   * An identifier (`createNarrowGate`), part of a file name (`narrow-gate`) or a phrase ("the books
   * agree"). Identifiers and names match as whole words, phrases in any case.
   */
  word: string;
  /** The replacement. */
  say: string;
  /** Path prefixes it is limited to; by default the whole repository. */
  in?: readonly string[];
  /** Path prefixes in which it is allowed, as a wire format's own term. */
  except?: readonly string[];
}

/** Historical records, samples of others' payloads, and the lists themselves. */
const EXEMPT =
  /^docs\/decisions\/|(?:^|\/)CHANGELOG\.md$|\/fixtures\/|^bench\/RESULTS\.md$|^tools\/src\/tidy\/retired-words/;
const FOLDER = join(import.meta.dirname, 'retired-words');
const WORD = /[A-Za-z_$][\w$]*(?:-[\w$]+)*/g;

/**
 * Keeps retired words out. Add yours to your area's list, `retired-words/<area>.json`, sorted:
 * `"old": "new"`, or `"old": { "say": "new", "in": ["apps/gateway/"], "except": ["…"] }`.
 */
export const retiredWords = retiredWordsRule(readRetiredWords());

/** Reads all lists into one; they are JSON, so that a renaming script leaves them alone. */
export function readRetiredWords(folder = FOLDER): RetiredWord[] {
  return readdirSync(folder).flatMap((name) => {
    const list = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<
      string,
      string | Omit<RetiredWord, 'word'>
    >;
    return Object.entries(list).map(([word, entry]) => ({
      word,
      ...(typeof entry === 'string' ? { say: entry } : entry),
    }));
  });
}

export function retiredWordsRule(retired: readonly RetiredWord[]): Rule {
  const words = new Map<string, RetiredWord[]>();
  const phrases: RetiredWord[] = [];
  for (const entry of retired) {
    if (/\s/.test(entry.word)) phrases.push(entry);
    else words.set(entry.word, [...(words.get(entry.word) ?? []), entry]);
  }
  return {
    name: 'words that docs/glossary.md replaced stay out (tools/src/tidy/retired-words)',
    check({ path, text, lines }: SourceFile) {
      if (EXEMPT.test(path)) return [];
      const holds = ({ in: within, except }: RetiredWord) =>
        (within?.some((prefix) => path.startsWith(prefix)) ?? true) &&
        !except?.some((prefix) => path.startsWith(prefix));
      const findWords = (line: string) =>
        (line.match(WORD) ?? []).flatMap((word) => words.get(word)?.filter(holds) ?? []);
      const lowerText = text.toLowerCase();
      const here = phrases.filter(
        (entry) => lowerText.includes(entry.word.toLowerCase()) && holds(entry),
      );
      const findAll = (line: string) => {
        const lower = here.length > 0 ? line.toLowerCase() : '';
        return [
          ...findWords(line),
          ...here.filter(({ word }) => lower.includes(word.toLowerCase())),
        ];
      };
      const found = lines.flatMap((line, index) =>
        findAll(line).map((entry) => ({ line: index + 1, message: messageFor(entry) })),
      );
      return [
        ...findWords(path).map((entry) => ({ line: 1, message: messageFor(entry) })),
        ...found,
      ];
    },
  };
}

function messageFor({ word, say }: RetiredWord): string {
  return `“${word}” is retired: say ${say} (docs/glossary.md)`;
}
