/** A tool call requested by a model; the user plays the tool. */
export interface ToolCall {
  id: string;
  /** Its number in the stream, which need not start at 0; undefined if the stream numbers none. */
  index?: number | undefined;
  name: string;
  /** JSON, as far as received. */
  arguments: string;
  /** The result entered by the user; undefined before that. */
  result?: string;
}

export interface Failure {
  /** HTTP status; 0 without a response. */
  status: number;
  code: string;
  message: string;
}

/** One answer of one model, while it streams and afterwards. */
export interface Completion {
  model: string;
  state: 'streaming' | 'done' | 'stopped' | 'failed';
  text: string;
  thinking: string;
  toolCalls: readonly ToolCall[];
  /** Milliseconds since sending; undefined until then. */
  firstTokenMs?: number;
  /** Until its first text, if it was thinking before. */
  thoughtMs?: number;
  totalMs?: number;
  promptTokens?: number;
  completionTokens?: number;
  requestId?: string;
  /** Its charge; undefined until the log has it, `null` if the log never had it. */
  quota?: number | null;
  failure?: Failure;
}

/** A question and the answers of each side: several if tools were called in between. */
export interface Turn {
  id: string;
  text: string;
  /** Images as data URLs; empty if the browser stored the conversation without them. */
  pictures: readonly string[];
  /** How many images the browser did not keep. */
  lostPictures?: number;
  sides: readonly (readonly Completion[])[];
}

/** Whether a call was refused before any answer, and so not charged. */
export function isRefused({
  failure,
  requestId,
}: Pick<Completion, 'failure' | 'requestId'>): boolean {
  return failure !== undefined && (failure.status >= 400 || requestId === undefined);
}

/** The model to ask, and the group that determines channels and prices, or ''. */
export interface ModelTarget {
  model: string;
  group: string;
}

export type ThinkingEffort = '' | 'none' | 'low' | 'medium' | 'high';

/** Parameters in addition to the messages; undefined leaves them to the model. */
export interface Parameters {
  system: string;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  topP?: number | undefined;
  thinking: ThinkingEffort;
  /** A JSON array of tools in the format of chat completions, or empty. */
  tools: string;
}

export interface Conversation {
  id: string;
  name: string;
  /** Milliseconds since the epoch. */
  changedAt: number;
  /** One per side; the first applies to both if `shared`. */
  parameters: readonly [Parameters, Parameters];
  shared: boolean;
  turns: readonly Turn[];
}

export const NO_PARAMETERS: Parameters = { system: '', thinking: '', tools: '' };

/** Returns an empty conversation. */
export function newConversation(id: string, nowMs: number): Conversation {
  return {
    id,
    name: '',
    changedAt: nowMs,
    parameters: [NO_PARAMETERS, NO_PARAMETERS],
    shared: true,
    turns: [],
  };
}

/** Returns the parameters of a side. */
export function parametersOf({ parameters, shared }: Conversation, side: number): Parameters {
  return parameters[shared || side === 0 ? 0 : 1];
}

/** The position of an answer in a conversation. */
export interface CompletionPosition {
  turnId: string;
  side: number;
  step: number;
}

/** Returns the conversation with an answer changed; unchanged if the position no longer exists. */
export function changeCompletion(
  conversation: Conversation,
  { turnId, side, step }: CompletionPosition,
  change: (completion: Completion) => Completion,
): Conversation {
  const turns = conversation.turns.map((turn) => {
    const completion = turn.sides[side]?.[step];
    if (turn.id !== turnId || !completion) return turn;
    const sides = turn.sides.map((completions, at) =>
      at === side
        ? completions.map((each, index) => (index === step ? change(each) : each))
        : completions,
    );
    return { ...turn, sides };
  });
  return { ...conversation, turns };
}

/** Replaces the answers of one side of a turn. */
export function changeCompletions(
  conversation: Conversation,
  turnId: string,
  side: number,
  change: (completions: readonly Completion[]) => readonly Completion[],
): Conversation {
  const turns = conversation.turns.map((turn) => {
    if (turn.id !== turnId) return turn;
    const count = Math.max(turn.sides.length, side + 1);
    const sides = Array.from({ length: count }, (_, at) =>
      at === side ? change(turn.sides[at] ?? []) : (turn.sides[at] ?? []),
    );
    return { ...turn, sides };
  });
  return { ...conversation, turns };
}

/** Returns an answer that has just begun. */
export function newCompletion(model: string): Completion {
  return { model, state: 'streaming', text: '', thinking: '', toolCalls: [] };
}
