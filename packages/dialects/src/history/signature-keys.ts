import type { Signature } from '../ir/parts.ts';
import type { ChatRequest } from '../ir/request.ts';

/** Stores a signature that the client's dialect can't carry, until the next turn requests it. */
export type KeepSignature = (key: string, signature: Signature) => void;

/** Returns the signature stored under a key; undefined if there is none (any more). */
export type RecallSignature = (key: string) => Signature | undefined;

/** More signatures than fit into any model's context. */
const KEYS_MAX = 2000;

/** Returns the key of a tool call's signature; `id` is the one sent to the client. */
export function callKey(id: string): string {
  return `call.${id}`;
}

/**
 * The key of a text's signature: two 32-bit FNV-1a hashes and the length, computed incrementally while a
 * stream arrives.
 */
export class TextKey {
  #first = 0x81_1c_9d_c5;
  #second = 0x50_c5_5d_1f;
  #length = 0;

  add(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      this.#first = Math.imul(this.#first ^ unit, 0x01_00_01_93);
      this.#second = Math.imul(this.#second ^ (unit + 0x9e_37), 0x01_00_01_93);
    }
    this.#length += text.length;
  }

  toString(): string {
    const parts = [this.#first >>> 0, this.#second >>> 0, this.#length];
    return `text.${parts.map((part) => part.toString(36)).join('.')}`;
  }
}

/** Returns the key of a whole text. */
export function textKey(text: string): string {
  const key = new TextKey();
  key.add(text);
  return key.toString();
}

/**
 * Lists the keys of signatures that a conversation may have, newest turns first; at most {@link KEYS_MAX}.
 */
export function listSignatureKeys(request: ChatRequest): readonly string[] {
  const keys = new Set<string>();
  for (const turn of request.turns.toReversed()) {
    if (turn.role !== 'assistant') continue;
    for (const part of turn.parts) {
      if (keys.size >= KEYS_MAX) return [...keys];
      if (part.type === 'tool-call' && !part.signature) keys.add(callKey(part.id));
      if (part.type === 'text' && part.text !== '') keys.add(textKey(part.text));
    }
  }
  return [...keys];
}

/** Restores the stored signatures of the request's assistant turns. */
export function recallSignatures(request: ChatRequest, recall: RecallSignature): ChatRequest {
  const turns = request.turns.map((turn) => {
    if (turn.role !== 'assistant') return turn;
    const parts = turn.parts.map((part) => {
      if (part.type !== 'tool-call' && part.type !== 'text') return part;
      if (part.signature) return part;
      const signature = recall(part.type === 'text' ? textKey(part.text) : callKey(part.id));
      return signature ? { ...part, signature } : part;
    });
    return { ...turn, parts };
  });
  return { ...request, turns };
}
