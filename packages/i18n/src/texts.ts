import { en } from './en.ts';
import { zh } from './zh.ts';

/** Texts of one language, by area. */
export type Texts = typeof zh;

/** Both languages at once, for whoever need not care about their size. */
export const texts: { readonly zh: Texts; readonly en: Texts } = { zh, en };
