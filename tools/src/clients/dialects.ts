/** The four dialects, as channels name them. */
export const DIALECTS = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini-generate',
] as const;
export type Dialect = (typeof DIALECTS)[number];
