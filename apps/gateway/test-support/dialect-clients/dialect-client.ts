/** A turn that the conversation continues from, and what the client sent for it. */
export interface Turn {
  response: Answer;
  /** Results of the tool calls in the completion. */
  results: readonly string[];
  /** What the user says besides. */
  text?: string;
  /** What was before it. */
  earlier?: Turn;
}

/** The turns of a conversation, the first one first. */
export function turnsOf({ after }: Question): readonly Turn[] {
  const turns: Turn[] = [];
  for (let turn = after; turn; turn = turn.earlier) turns.unshift(turn);
  return turns;
}

/** A call as a test writes it, in nobody's dialect. */
export interface Question {
  model: string;
  text: string;
  stream?: boolean;
  /** An image as base64, in PNG. */
  image?: string;
  /** Names of tools without parameters but `city`. */
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

/** What a vendor's client made of the response. */
export interface Answer {
  text: string;
  thinking: string;
  calls: ToolUse[];
  /** Chunks in which the text came; 1 for a response that was not streamed. */
  pieces: number;
  /** The turn as the vendor's client has it, to be sent back. */
  turn: unknown;
  /** Tokens that were reported to the client. */
  usage: { input: number; output: number };
}

/** A vendor's own client, pointed at the gateway. */
export interface DialectClient {
  ask(question: Question): Promise<Answer>;
}

/** Where and with which key a client calls. */
export interface ClientTarget {
  url: string;
  secret: string;
}

export const CITY = {
  type: 'object' as const,
  properties: { city: { type: 'string' } },
  required: ['city'],
};
