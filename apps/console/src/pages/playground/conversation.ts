/** A call that a model wants made; the reader of the page plays the tool. */
export interface ToolCall {
  id: string;
  name: string;
  /** JSON, as far as it came. */
  arguments: string;
  /** What the user gave as its result; undefined before that. */
  result?: string;
}

export interface Failure {
  /** HTTP status; 0 where no response came. */
  status: number;
  code: string;
  message: string;
}

/** One answer of one model, while it comes and afterwards. */
export interface Answer {
  model: string;
  state: 'streaming' | 'done' | 'stopped' | 'failed';
  text: string;
  thinking: string;
  toolCalls: readonly ToolCall[];
  /** Milliseconds from sending; undefined until then. */
  firstTokenMs?: number;
  /** Until its first word, where it thought before. */
  thoughtMs?: number;
  totalMs?: number;
  promptTokens?: number;
  completionTokens?: number;
  requestId?: string;
  /** What it was charged; undefined until the log has it, `null` where the log never had. */
  quota?: number | null;
  failure?: Failure;
}

/** A question and what each side answered: several times where tools were called between. */
export interface Turn {
  id: string;
  text: string;
  /** Pictures as data URLs; empty where the browser kept the conversation without them. */
  pictures: readonly string[];
  /** How many pictures the browser did not keep. */
  lostPictures?: number;
  sides: readonly (readonly Answer[])[];
}

/** A call that was refused before anything was answered, and so not charged. */
export function isRefused({ failure, requestId }: Pick<Answer, 'failure' | 'requestId'>): boolean {
  return failure !== undefined && (failure.status >= 400 || requestId === undefined);
}

/** The model that is asked, and the group whose channels and prices the call takes, or ''. */
export interface Asked {
  model: string;
  group: string;
}

export type ThinkingEffort = '' | 'none' | 'low' | 'medium' | 'high';

/** What goes beside the messages; undefined leaves it to the model. */
export interface Parameters {
  system: string;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  topP?: number | undefined;
  thinking: ThinkingEffort;
  /** A JSON array of tools as chat completions take them, or empty. */
  tools: string;
}

export interface Conversation {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  changedAt: number;
  /** One for both sides, or one each. */
  parameters: readonly [Parameters, Parameters];
  shared: boolean;
  turns: readonly Turn[];
}

export const NO_PARAMETERS: Parameters = { system: '', thinking: '', tools: '' };

/** An empty conversation. */
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

/** The parameters of a side. */
export function parametersOf({ parameters, shared }: Conversation, side: number): Parameters {
  return parameters[shared || side === 0 ? 0 : 1];
}

/** Where an answer stands in a conversation. */
export interface AnswerPlace {
  turnId: string;
  side: number;
  step: number;
}

/** The conversation with an answer changed; the same one where the place is gone. */
export function withAnswer(
  conversation: Conversation,
  { turnId, side, step }: AnswerPlace,
  change: (answer: Answer) => Answer,
): Conversation {
  const turns = conversation.turns.map((turn) => {
    const answer = turn.sides[side]?.[step];
    if (turn.id !== turnId || !answer) return turn;
    const sides = turn.sides.map((answers, at) =>
      at === side ? answers.map((each, index) => (index === step ? change(each) : each)) : answers,
    );
    return { ...turn, sides };
  });
  return { ...conversation, turns };
}

/** The answers of one side of a turn replaced. */
export function withAnswers(
  conversation: Conversation,
  turnId: string,
  side: number,
  change: (answers: readonly Answer[]) => readonly Answer[],
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

/** What begins as an answer. */
export function newAnswer(model: string): Answer {
  return { model, state: 'streaming', text: '', thinking: '', toolCalls: [] };
}
