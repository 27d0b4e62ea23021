import { chatClient } from './chat-client.ts';
import type { ClientDialect, DialectClient } from './conversation.ts';
import { geminiClient } from './gemini-client.ts';
import { messagesClient } from './messages-client.ts';
import { responsesClient } from './responses-client.ts';

/** A client of each dialect. */
export const CLIENTS: Readonly<Record<ClientDialect, DialectClient>> = {
  chat: chatClient,
  responses: responsesClient,
  messages: messagesClient,
  gemini: geminiClient,
};
