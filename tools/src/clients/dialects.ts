/** The four dialects, by their names in channels. */
export const DIALECTS = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini-generate',
] as const;
export type Dialect = (typeof DIALECTS)[number];
