import { hash } from 'node:crypto';

const CONVERSATIONS_MAX = 5000;

/**
 * The reasoning of conversations that a channel has rejected. It is removed from all later turns too, so that
 * the channel sees the same history each time and rejects it only once. In this node's memory: other nodes
 * learn it from their own rejection.
 */
export class ForeignSignatures {
  /** Hashes of signatures by channel and conversation, least recently used first. */
  readonly #refused = new Map<string, ReadonlySet<string>>();

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

  add(channelId: number, conversation: string, signatures: readonly string[]): void {
    const key = `${channelId} ${conversation}`;
    const known = this.#refused.get(key) ?? [];
    this.#refused.delete(key);
    const [oldest] = this.#refused.size >= CONVERSATIONS_MAX ? this.#refused.keys() : [];
    if (oldest !== undefined) this.#refused.delete(oldest);
    this.#refused.set(key, new Set([...known, ...signatures.map(shorten)]));
  }
}

function shorten(signature: string): string {
  return hash('sha1', signature, 'base64url');
}
