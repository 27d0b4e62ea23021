export { compareNames } from './compare-names.ts';
export { frameTexts } from './frame-texts.ts';
export { type Area, loadArea } from './load-area.ts';
export { type Texts, texts } from './texts.ts';
export { zh } from './zh.ts';

/** Loads the English frame texts; a separate chunk, which a browser fetches only on demand. */
export const loadEnglishFrame = async () =>
  (await import('./english-frame-texts.ts')).englishFrameTexts;
export { mergeTexts } from './merge-texts.ts';
