/** A turn from which the conversation continues, and what the client sent for it. */
export interface Turn {
  response: Reply;
  /** Results of the tool calls in the completion. */
  results: readonly string[];
  /** The user's text in addition. */
  text?: string;
  /** The previous turn. */
  earlier?: Turn;
}

/** Returns the turns of a conversation, oldest first. */
export function turnsOf({ after }: Question): readonly Turn[] {
  const turns: Turn[] = [];
  for (let turn = after; turn; turn = turn.earlier) turns.unshift(turn);
  return turns;
}

/** A test's call, independent of any dialect. */
export interface Question {
  model: string;
  text: string;
  stream?: boolean;
  /** An image as base64, in PNG. */
  image?: string;
  /** Names of tools whose only parameter is `city`. */
  tools?: readonly string[];
  thinks?: boolean;
  after?: Turn;
  maxTokens?: number;
}

export interface ToolUse {
  id: string;
  name: string;
  args: unknown;
}

/** A vendor client's interpretation of the response. */
export interface Reply {
  text: string;
  thinking: string;
  calls: ToolUse[];
  /** Number of chunks of the text; 1 for a response that was not streamed. */
  pieces: number;
  /** The turn in the vendor client's format, to be sent back. */
  turn: unknown;
  /** Tokens reported to the client. */
  usage: { input: number; output: number };
}

/** A vendor's own client, connected to the gateway. */
export interface DialectClient {
  ask(question: Question): Promise<Reply>;
}

/** The address and key that a client uses. */
export interface ClientTarget {
  url: string;
  secret: string;
}

export const CITY = {
  type: 'object' as const,
  properties: { city: { type: 'string' } },
  required: ['city'],
};
