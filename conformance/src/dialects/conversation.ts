export const CLIENT_DIALECTS = ['chat', 'responses', 'messages', 'gemini'] as const;
/** Dialects of clients: OpenAI's chat completions or responses, Anthropic messages, Gemini. */
export type ClientDialect = (typeof CLIENT_DIALECTS)[number];

export interface ToolCall {
  id: string;
  name: string;
  args: unknown;
}

/** The content of a response, independent of any dialect. */
export interface Completion {
  text: string;
  thinking: string;
  calls: ToolCall[];
  usage: { input: number; output: number };
  /** The turn as a vendor's SDK stores it, to be sent back completely. */
  turn: unknown;
}

/** An entry of a conversation, in chronological order. */
export type Entry =
  | { kind: 'user'; text: string; image?: string; document?: string }
  | { kind: 'answer'; turn: unknown }
  | { kind: 'results'; results: readonly { call: ToolCall; output: string }[] };

/** A dialect-neutral request. */
export interface ChatInput {
  model: string;
  history: readonly Entry[];
  stream: boolean;
  system?: string;
  /** Names of tools, each with a city as parameter. */
  tools?: readonly string[];
  thinks?: boolean;
  /** A JSON schema that the response text must match. */
  schema?: object;
  limit?: number;
  /** Sends temperature, top_p and a stop sequence, and the token limit under its oldest name. */
  sampling?: boolean;
  /** Parameters of every tool, instead of a city. */
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
  /** The name in its `event:` line. */
  name: string | undefined;
  data: string;
}

/** An error as a client of the dialect reads it. */
export interface ClientError {
  message: string;
  type: string | undefined;
  code: string | number | undefined;
}

/** A client of one dialect. Its readers throw BrokenRule if a response is not what clients expect. */
export interface DialectClient {
  dialect: ClientDialect;
  /** Headers that carry the key. */
  keyHeaders(key: string): Record<string, string>;
  build(question: ChatInput): WireRequest;
  read(body: unknown): Completion;
  readStream(events: readonly StreamEvent[]): Completion;
  readError(status: number, body: unknown): ClientError;
  /** Returns the error that an event reports; undefined for other events. */
  errorIn(event: StreamEvent): ClientError | undefined;
  /** Returns the text received, whether or not the stream ended properly. */
  textIn(events: readonly StreamEvent[]): string;
}

/** Parameters of every tool. */
export const CITY = {
  type: 'object',
  properties: { city: { type: 'string', description: 'Name of the city.' } },
  required: ['city'],
  additionalProperties: false,
} as const;
