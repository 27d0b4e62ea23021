import { mergeTexts } from '@tollgate/i18n';
import { readTexts } from './page-words.ts';

/** An area of texts, with the names of its catalogue and, where others add to it, of theirs. */
type AreaFiles = readonly [area: string, files: readonly string[]];

/** All that a page says in a language, by area. The entry has the frame in Chinese already. */
export function readPageTexts(language: 'zh' | 'en', areas: readonly AreaFiles[]): object {
  const frame =
    language === 'en' ? { shell: readTexts('en', 'shell'), ui: readTexts('en', 'ui') } : {};
  const own = areas.map(([area, [file = '', added]]) => {
    const texts = readTexts(language, file);
    if (added === undefined) return [area, texts];
    return [area, mergeTexts(texts, readTexts(language, added)[area] as object)];
  });
  return { ...frame, ...(Object.fromEntries(own) as object) };
}
