import { hash } from 'node:crypto';

const CONVERSATIONS_MAX = 5000;

/**
 * The reasoning of a conversation that a channel has refused. It is left out of all later turns
 * too, so that the channel sees the same history each time and refuses only once. In this node's
 * memory: another node learns it by a refusal of its own.
 */
export class ForeignSignatures {
  /** Hashes of signatures by channel and conversation, least recently used first. */
  readonly #refused = new Map<string, ReadonlySet<string>>();

  /** Nearly always nothing was ever refused. */
  get isEmpty(): boolean {
    return this.#refused.size === 0;
  }

  /**
   * Matches signatures that the channel refused in a conversation; undefined where it refused none.
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
