import { en } from './en.ts';
import { zh } from './zh.ts';

/** Texts of one language, by area. */
export type Texts = typeof zh;

/** Both languages at once, for code whose download size does not matter. */
export const texts: { readonly zh: Texts; readonly en: Texts } = { zh, en };
