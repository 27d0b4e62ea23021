import { chatRules } from './chat-rules.ts';
import { generateRules } from './generate-rules.ts';
import { messagesRules } from './messages-rules.ts';
import { responsesRules } from './responses-rules.ts';
import type { Rule } from './rule.ts';

/** All known vendor rules, which strict simulators enforce. */
export const vendorRules: readonly Rule[] = [
  ...chatRules,
  ...responsesRules,
  ...messagesRules,
  ...generateRules,
].filter(({ narrow }) => !narrow);
