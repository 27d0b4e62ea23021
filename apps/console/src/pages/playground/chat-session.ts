import { toServerTime } from '../../server-clock.ts';
import { createIdempotencyKey } from '../../ui/forms/create-idempotency-key.ts';
import { chatRequest } from './chat-request.ts';
import {
  type CompletionPosition,
  type ModelTarget,
  type Conversation,
  isRefused,
  newCompletion,
  newConversation,
  type Turn,
  changeCompletion,
  changeCompletions,
} from './conversation.ts';
import { findCharge } from './find-charge.ts';
import { storeConversations, readConversations } from './stored-conversations.ts';
import { streamChat } from './stream-chat.ts';

const NAME_MAX = 60;
/** How soon a browser breaks the connections of a page that is being left (ms). */
const BREAK_MS = 2000;
const keyOf = ({ turnId, side, step }: CompletionPosition) => `${turnId}/${side}/${step}`;

/** An answer that is being streamed. */
interface Run {
  position: CompletionPosition;
  abort: AbortController;
}
const emptyConversation = () => newConversation(createIdempotencyKey(), toServerTime(Date.now()));

export interface ChatState {
  /** The conversation on screen. */
  readonly current: Conversation;
  /** The conversations stored in the browser, latest first. */
  readonly stored: readonly Conversation[];
}

/** The current conversation and the stored ones; sends, stops and repeats answers. */
export class ChatSession {
  readonly #userId: number;
  readonly #charged: () => void;
  readonly #running = new Map<string, Run>();
  readonly #listeners = new Set<() => void>();
  #state: ChatState;
  #leftAt = Number.NEGATIVE_INFINITY;

  /** `charged` is called after each charge, when the balance has changed. */
  constructor(userId: number, charged: () => void) {
    this.#userId = userId;
    this.#charged = charged;
    const stored = readConversations(userId);
    this.#state = { stored, current: stored[0] ?? emptyConversation() };
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getState = () => this.#state;

  /**
   * Switches to another conversation: streaming answers of the current one are stopped, and stored with their
   * charge.
   */
  readonly open = (next: Conversation) => {
    if (next.id === this.#state.current.id) return;
    this.stopAll();
    this.#set({ current: next });
  };

  readonly openNew = () => {
    const { parameters, shared } = this.#state.current;
    this.open({ ...emptyConversation(), parameters, shared });
  };

  readonly rename = (id: string, name: string) => {
    this.#update(id, (from) => ({ ...from, name }));
    this.#save(id);
  };

  readonly remove = (id: string) => {
    this.#keep(this.#stored().filter((each) => each.id !== id));
    if (this.#state.current.id === id) this.openNew();
  };

  readonly change = (changes: Partial<Pick<Conversation, 'parameters' | 'shared'>>) =>
    this.#update(this.#state.current.id, (from) => ({ ...from, ...changes }));

  /** Asks the models, one per side. */
  readonly send = (text: string, images: readonly string[], targets: readonly ModelTarget[]) => {
    const turn: Turn = {
      id: createIdempotencyKey(),
      text,
      pictures: images,
      sides: targets.map(() => []),
    };
    const { id } = this.#state.current;
    this.#update(id, (from) => ({
      ...from,
      name: from.name || text.slice(0, NAME_MAX),
      changedAt: toServerTime(Date.now()),
      turns: [...from.turns, turn],
    }));
    for (const [side, each] of targets.entries())
      void this.#run({ turnId: turn.id, side, step: 0 }, each);
    // Saved before any answer, so that the question survives leaving the page.
    this.#save(id);
  };

  /** Requests an answer again; later answers of its turn are dropped. */
  readonly again = (position: CompletionPosition, target: ModelTarget) =>
    void this.#run(position, target);

  /** Sets tool results and requests the next answer. */
  readonly giveResults = (
    position: CompletionPosition,
    target: ModelTarget,
    results: Readonly<Record<string, string>>,
  ) => {
    this.#update(this.#state.current.id, (from) =>
      changeCompletion(from, position, (completion) => ({
        ...completion,
        toolCalls: completion.toolCalls.map((call) => ({
          ...call,
          result: results[call.id] ?? '',
        })),
      })),
    );
    void this.#run({ ...position, step: position.step + 1 }, target);
    this.#save(this.#state.current.id);
  };

  readonly stop = (position: CompletionPosition) =>
    this.#running.get(keyOf(position))?.abort.abort();

  readonly stopAll = () => {
    for (const { abort } of this.#running.values()) abort.abort();
  };

  /** The page may be left or reloaded now: connections that break next are no failures. */
  readonly expectBreak = () => {
    this.#leftAt = performance.now();
  };

  async #run(position: CompletionPosition, { model, group }: ModelTarget): Promise<void> {
    const { current } = this.#state;
    const { id } = current;
    const { turnId, side, step } = position;
    const body = chatRequest(current, { model, side, turnId, steps: step });
    this.#update(id, (from) =>
      changeCompletions(from, turnId, side, (completions) => [
        ...completions.slice(0, step),
        newCompletion(model),
      ]),
    );
    this.#drop(position);
    const abort = new AbortController();
    const run: Run = { position, abort };
    const isDropped = () => this.#running.get(keyOf(position)) !== run;
    this.#running.set(keyOf(position), run);
    const completion = await streamChat(body, {
      initial: newCompletion(model),
      group,
      signal: abort.signal,
      isLeaving: () => performance.now() - this.#leftAt < BREAK_MS,
      progress: (grown) => {
        if (!isDropped()) this.#update(id, (from) => changeCompletion(from, position, () => grown));
      },
    });
    if (isDropped()) return;
    this.#running.delete(keyOf(position));
    this.#update(id, (from) => changeCompletion(from, position, () => completion));
    this.#save(id);
    if (completion.requestId === undefined || isRefused(completion)) return;
    const charge = await findCharge(completion.requestId);
    this.#update(id, (from) =>
      changeCompletion(from, position, (latest) =>
        // It may have been requested again meanwhile.
        latest.requestId === completion.requestId
          ? { ...latest, ...(charge ?? { quota: null }) }
          : latest,
      ),
    );
    this.#save(id);
    this.#charged();
  }

  /** Stops the answers that one at `from` replaces: its own predecessor and the later ones of its turn. */
  #drop(from: CompletionPosition): void {
    for (const [key, { position, abort }] of this.#running) {
      const { turnId, side, step } = position;
      if (turnId !== from.turnId || side !== from.side || step < from.step) continue;
      this.#running.delete(key);
      abort.abort();
    }
  }

  /** Changes a conversation, current or stored; does nothing if it was deleted. */
  #update(id: string, change: (from: Conversation) => Conversation): void {
    if (this.#state.current.id === id) return this.#set({ current: change(this.#state.current) });
    const stored = this.#stored();
    if (stored.some((each) => each.id === id))
      this.#keep(stored.map((each) => (each.id === id ? change(each) : each)));
  }

  #set(changes: Partial<ChatState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }

  #stored(): Conversation[] {
    return readConversations(this.#userId);
  }

  #keep(list: readonly Conversation[]): void {
    storeConversations(this.#userId, list);
    this.#set({ stored: this.#stored() });
  }

  /** Stores the current conversation; `#update` already stores any other one. */
  #save(id: string): void {
    const { current } = this.#state;
    if (current.id === id)
      this.#keep([current, ...this.#stored().filter((each) => each.id !== id)]);
  }
}
