export const CLIENT_DIALECTS = ['chat', 'responses', 'messages', 'gemini'] as const;
/** What a client speaks: OpenAI's chat completions or responses, Anthropic messages, Gemini. */
export type ClientDialect = (typeof CLIENT_DIALECTS)[number];

export interface ToolCall {
  id: string;
  name: string;
  args: unknown;
}

/** What a response means, independent of any dialect. */
export interface Completion {
  text: string;
  thinking: string;
  calls: ToolCall[];
  usage: { input: number; output: number };
  /** The turn as a vendor's SDK keeps it, to be sent back with all that is in it. */
  turn: unknown;
}

/** A piece of a conversation, in the order of time. */
export type Entry =
  | { kind: 'user'; text: string; image?: string; document?: string }
  | { kind: 'answer'; turn: unknown }
  | { kind: 'results'; results: readonly { call: ToolCall; output: string }[] };

/** A request in nobody's dialect. */
export interface ChatInput {
  model: string;
  history: readonly Entry[];
  stream: boolean;
  system?: string;
  /** Names of tools that take a city. */
  tools?: readonly string[];
  thinks?: boolean;
  /** A JSON schema that the text of the response must fit. */
  schema?: object;
  limit?: number;
  /** Sends temperature, top_p and a stop sequence, and the limit by its oldest name. */
  sampling?: boolean;
  /** Of every tool, instead of a city. */
  toolSchema?: object;
}

/** A request on the wire. */
export interface WireRequest {
  path: string;
  headers: Record<string, string>;
  body: object;
}

/** An event of a stream. */
export interface StreamEvent {
  /** From its `event:` line. */
  name: string | undefined;
  data: string;
}

/** A failure as a client of the dialect reads it. */
export interface ClientError {
  message: string;
  type: string | undefined;
  code: string | number | undefined;
}

/**
 * A client of one dialect. Its readers throw BrokenRule where a response is not as clients expect.
 */
export interface DialectClient {
  dialect: ClientDialect;
  /** Headers that carry the key. */
  keyHeaders(key: string): Record<string, string>;
  build(question: ChatInput): WireRequest;
  read(body: unknown): Completion;
  readStream(events: readonly StreamEvent[]): Completion;
  readError(status: number, body: unknown): ClientError;
  /** The error that an event tells; undefined for other events. */
  errorIn(event: StreamEvent): ClientError | undefined;
  /** The texts that came, whether or not the stream ended well. */
  textIn(events: readonly StreamEvent[]): string;
}

/** Parameters of every tool. */
export const CITY = {
  type: 'object',
  properties: { city: { type: 'string', description: 'Name of the city.' } },
  required: ['city'],
  additionalProperties: false,
} as const;
