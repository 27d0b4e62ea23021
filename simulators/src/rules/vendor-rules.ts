import { chatRules } from './chat-rules.ts';
import { generateRules } from './generate-rules.ts';
import { messagesRules } from './messages-rules.ts';
import { responsesRules } from './responses-rules.ts';
import type { Rule } from './rule.ts';

/** All that the simulators know vendors to refuse, and what strict ones keep of it. */
export const vendorRules: readonly Rule[] = [
  ...chatRules,
  ...responsesRules,
  ...messagesRules,
  ...generateRules,
].filter(({ narrow }) => !narrow);
