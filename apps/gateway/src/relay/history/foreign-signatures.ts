import { hash } from 'node:crypto';

const CONVERSATIONS_MAX = 5000;
/** Signatures of all conversations; each takes about 100 bytes. */
const SIGNATURES_MAX = 200_000;
/** Signatures of one conversation: more than the turns of any real one. */
const PER_CONVERSATION_MAX = 5000;

/**
 * The reasoning of conversations that a channel has rejected. It is removed from all later turns too, so that
 * the channel sees the same history each time and rejects it only once. In this node's memory: other nodes
 * learn it from their own rejection.
 */
export class ForeignSignatures {
  /** Hashes of signatures by channel and conversation, least recently used first. */
  readonly #refused = new Map<string, ReadonlySet<string>>();
  /** Number of signatures in all sets. */
  #size = 0;
  readonly #signaturesMax: number;

  constructor(signaturesMax = SIGNATURES_MAX) {
    this.#signaturesMax = signaturesMax;
  }

  /** Nearly always true. */
  get isEmpty(): boolean {
    return this.#refused.size === 0;
  }

  /**
   * Returns a matcher of signatures that the channel rejected in a conversation; undefined if there are none.
   */
  find(channelId: number, conversation: string): ((signature: string) => boolean) | undefined {
    const key = `${channelId} ${conversation}`;
    const refused = this.#refused.get(key);
    if (!refused) return undefined;
    this.#refused.delete(key);
    this.#refused.set(key, refused);
    return (signature) => refused.has(shorten(signature));
  }

  /**
   * Adds the reasoning that a conversation contains now. Of conversations with very much of it, none is
   * remembered.
   */
  add(channelId: number, conversation: string, signatures: readonly string[]): void {
    const key = `${channelId} ${conversation}`;
    const known = this.#refused.get(key) ?? [];
    this.#forget(key);
    if (signatures.length > PER_CONVERSATION_MAX) return;
    const current = new Set(signatures.map(shorten));
    const all = new Set([...known, ...current]);
    const kept = all.size > PER_CONVERSATION_MAX ? current : all;
    this.#refused.set(key, kept);
    this.#size += kept.size;
    for (const oldest of this.#refused.keys()) {
      if (this.#size <= this.#signaturesMax && this.#refused.size <= CONVERSATIONS_MAX) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#size -= this.#refused.get(key)?.size ?? 0;
    this.#refused.delete(key);
  }
}

function shorten(signature: string): string {
  return hash('sha1', signature, 'base64url');
}
