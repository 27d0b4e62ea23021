import { en } from './en.ts';
import { zh } from './zh.ts';
import type { Texts } from './index.ts';

/** Both languages at once, for whoever need not care about their size. */
export const texts: { readonly zh: Texts; readonly en: Texts } = { zh, en };
