import { zh } from './zh.ts';

/** Texts of one language, by area. */
export type Texts = typeof zh;

export { texts } from './texts.ts';
export { zh };

/** The English texts as a module of their own, so that a browser fetches them only when asked. */
export const loadEnglish = async (): Promise<Texts> => (await import('./en.ts')).en;

/** Texts that a page brings along when it is opened, in both languages; nobody else pays for them. */
export const loadPageTexts = {
  logs: async () => (await import('./routing.ts')).routingTexts,
  system: async () => (await import('./system.ts')).systemTexts,
};
