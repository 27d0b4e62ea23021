import { mergeTexts } from '@tollgate/i18n';
import { readTexts } from './page-words.ts';

/** An area of texts, with the names of its own catalog and of those that others add to it. */
type AreaFiles = readonly [area: string, files: readonly string[]];

/**
 * Returns all texts of a page in one language, by area. The entry chunk already contains the Chinese texts of
 * the frame.
 */
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
