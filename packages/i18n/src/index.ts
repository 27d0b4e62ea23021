import { en } from './en.ts';
import { zh } from './zh.ts';

/** Texts of one language, by area. */
export type Texts = typeof zh;

export { zh };

/** The English texts as a module of their own, so that a browser fetches them only when asked. */
export const loadEnglish = async (): Promise<Texts> => (await import('./en.ts')).en;

export const texts: { readonly zh: Texts; readonly en: Texts } = { zh, en };
