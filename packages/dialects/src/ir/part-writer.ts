import type { TokenLogprob } from './response.ts';
import { JsonTracker } from './json-tracker.ts';
import type { Citation, Signature } from './parts.ts';
import type { EmitEvent, StreamedPart, StreamEvent } from './stream-event.ts';

type FlowKind = 'text' | 'thinking' | 'refusal';
type CompletePart = Extract<StreamEvent, { type: 'part' }>['part'];

interface OpenCall {
  readonly index: number;
  readonly args: JsonTracker;
}

/**
 * Adds part boundaries to the deltas of dialects that have none. One flowing part is open at a time. A tool
 * call is closed when the next part begins, unless its arguments are incomplete: then its pieces may be
 * interleaved with those of other calls, and it stays open until the end.
 */
export class PartWriter {
  /** At least one tool call began. */
  hasCalls = false;
  hasRefusal = false;
  readonly #emit: EmitEvent;
  readonly #signThinking: Signature | undefined;
  #next = 0;
  #flow: { readonly kind: FlowKind; readonly index: number } | undefined;
  #signed = false;
  /** Open calls by the upstream's key. */
  readonly #calls = new Map<number | string, OpenCall>();
  /** Calls with complete arguments: searching all calls for them would take quadratic time. */
  readonly #complete = new Set<number | string>();

  /** `signThinking` is added to thoughts that end without a signature. */
  constructor(emit: EmitEvent, signThinking?: Signature) {
    this.#emit = emit;
    this.#signThinking = signThinking;
  }

  /** Appends to the open part of that kind, or opens one. */
  flow(kind: FlowKind, text: string, logprobs?: readonly TokenLogprob[]): void {
    if (text === '' && !logprobs) return;
    const index = this.#flowIndex(kind);
    this.#emit(
      logprobs ? { type: 'delta', index, text, logprobs } : { type: 'delta', index, text },
    );
  }

  /** Adds a signature to the open thoughts; opens an empty part if there is none. */
  sign(signature: Signature): void {
    const index = this.#flowIndex('thinking');
    // Anything after a signature is a new thought.
    this.#signed = true;
    this.#emit({ type: 'signature', index, signature });
  }

  /** Adds a signature to the open part, thoughts or text; dropped if none is open. */
  signFlow(signature: Signature): void {
    const flow = this.#flow;
    if (flow) this.#emit({ type: 'signature', index: flow.index, signature });
  }

  cite(citation: Citation): void {
    this.#emit({ type: 'citation', index: this.#flowIndex('text'), citation });
  }

  openCall(key: number | string, part: Extract<StreamedPart, { kind: 'tool-call' }>): void {
    this.closeFlow();
    const ending = [...this.#complete.add(key)]
      .map((other) => this.#calls.get(other)?.index ?? -1)
      .filter((index) => index !== -1);
    for (const index of ending.sort((left, right) => left - right))
      this.#emit({ type: 'part-end', index });
    for (const other of this.#complete) this.#calls.delete(other);
    this.#complete.clear();
    const index = this.#next++;
    this.hasCalls = true;
    this.#calls.set(key, { index, args: new JsonTracker() });
    this.#emit({ type: 'part-start', index, part });
  }

  isOpenCall(key: number | string): boolean {
    return this.#calls.has(key);
  }

  appendArguments(key: number | string, text: string): void {
    const call = this.#calls.get(key);
    if (!call || text === '') return;
    call.args.push(text);
    if (call.args.complete) this.#complete.add(key);
    else this.#complete.delete(key);
    this.#emit({ type: 'delta', index: call.index, text });
  }

  /** Emits a part that arrives complete. */
  completePart(part: CompletePart): void {
    this.closeFlow();
    this.#emit({ type: 'part', index: this.#next++, part });
  }

  closeFlow(): void {
    const flow = this.#flow;
    if (!flow) return;
    this.#flow = undefined;
    if (flow.kind === 'thinking' && !this.#signed && this.#signThinking) {
      this.#emit({ type: 'signature', index: flow.index, signature: this.#signThinking });
    }
    this.#emit({ type: 'part-end', index: flow.index });
  }

  /** Closes everything; called when the upstream has finished. */
  closeAll(): void {
    this.closeFlow();
    for (const call of this.#calls.values()) this.#emit({ type: 'part-end', index: call.index });
    this.#calls.clear();
    this.#complete.clear();
  }

  #flowIndex(kind: FlowKind): number {
    const isSigned = kind === 'thinking' && this.#signed;
    if (this.#flow?.kind === kind && !isSigned) return this.#flow.index;
    this.closeFlow();
    const index = this.#next++;
    this.#flow = { kind, index };
    this.#signed = false;
    if (kind === 'refusal') this.hasRefusal = true;
    this.#emit({ type: 'part-start', index, part: { kind } });
    return index;
  }
}
