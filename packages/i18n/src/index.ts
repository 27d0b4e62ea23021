export { frameTexts } from './frame-texts.ts';
export { type Area, loadArea } from './load-area.ts';
export { type Texts, texts } from './texts.ts';
export { zh } from './zh.ts';

/** The English texts of the frame, so that a browser fetches them only when asked. */
export const loadEnglishFrame = async () =>
  (await import('./english-frame-texts.ts')).englishFrameTexts;
export { mergeTexts } from './merge-texts.ts';
