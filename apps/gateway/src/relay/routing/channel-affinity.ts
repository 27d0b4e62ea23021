import { hash } from 'node:crypto';
import type { RequestFault } from '@tollgate/dialects';
import { copyText } from '../../platform/copy-text.ts';

/** The channel that last served a conversation. */
export interface AffinityTarget {
  readonly channelId: number;
  readonly keyFingerprint: string;
  /** How long the conversation is that it stores, if that is certain. */
  readonly stored?: StoredLength | undefined;
}

/** The most tokens that a model reads of a stored conversation, as it counted them itself. */
export interface StoredLength {
  readonly upstreamModel: string;
  readonly tokens: number;
}

/** The account that keeps what a call references, or the error of a call that references another user's. */
export interface StateOwner extends AffinityTarget {
  readonly foreign?: RequestFault;
}

/** A conversation of a user, or what a provider keeps of one. */
export interface NamedConversation {
  readonly userId: number;
  /** Unique among those of all users. */
  readonly name: string;
}

interface Entry extends AffinityTarget, NamedConversation {
  readonly untilMs: number;
}

const ENTRIES_MAX = 20_000;
/** Longer names, which callers choose, are kept as their hash. */
const NAME_LENGTH_MAX = 500;

/**
 * Remembers which channel (and which of its keys) served a conversation, for as long as the provider keeps
 * its prompt cached. In this node's memory only; evicts the least recently used conversation of the user with
 * the most, so that nobody can make others forget theirs.
 */
export class ChannelAffinity {
  readonly #entries = new Map<string, Entry>();
  readonly #users = new NamesByUser();
  readonly #entriesMax: number;

  constructor(entriesMax = ENTRIES_MAX) {
    this.#entriesMax = entriesMax;
  }

  find(name: string, nowMs: number): AffinityTarget | undefined {
    const entry = this.#entries.get(shorten(name));
    if (!entry || entry.untilMs > nowMs) return entry;
    this.#entries.delete(entry.name);
    this.#users.delete(entry);
    return undefined;
  }

  remember(
    { userId, name: given }: NamedConversation,
    { channelId, keyFingerprint, stored }: AffinityTarget,
    untilMs: number,
  ): void {
    const key = shorten(given);
    const known = this.#entries.get(key);
    if (!known && this.#entries.size >= this.#entriesMax)
      this.#entries.delete(this.#users.takeOldest(userId));
    const name = known?.name ?? copyText(key);
    this.#entries.set(name, { channelId, keyFingerprint, stored, untilMs, userId, name });
    this.#users.use({ userId, name });
  }
}

/** The names of each user, least recently used first, and who has the most. */
class NamesByUser {
  readonly #names = new Map<number, Set<string>>();
  /** Users by how many names they have. */
  readonly #byCount = new Map<number, Set<number>>();
  #most = 0;

  use({ userId, name }: NamedConversation): void {
    const names = this.#names.get(userId) ?? new Set();
    if (names.size === 0) this.#names.set(userId, names);
    if (names.delete(name)) return void names.add(name);
    names.add(name);
    this.#moveUser(userId, names.size - 1, names.size);
  }

  delete({ userId, name }: NamedConversation): void {
    const names = this.#names.get(userId);
    if (!names?.delete(name)) return;
    this.#moveUser(userId, names.size + 1, names.size);
    if (names.size === 0) this.#names.delete(userId);
  }

  /** Removes and returns a name of the user with the most; of the given one, if nobody has more. */
  takeOldest(forUserId: number): string {
    const hasMost = this.#names.get(forUserId)?.size === this.#most;
    const [first = forUserId] = this.#byCount.get(this.#most) ?? [];
    const userId = hasMost ? forUserId : first;
    const [name = ''] = this.#names.get(userId) ?? [];
    this.delete({ userId, name });
    return name;
  }

  #moveUser(userId: number, from: number, to: number): void {
    const before = this.#byCount.get(from);
    before?.delete(userId);
    if (before?.size === 0) this.#byCount.delete(from);
    const users = this.#byCount.get(to) ?? new Set();
    if (to > 0) this.#byCount.set(to, users.add(userId));
    if (to > this.#most || (from === this.#most && !this.#byCount.has(from))) this.#most = to;
  }
}

function shorten(name: string): string {
  return name.length <= NAME_LENGTH_MAX ? name : hash('sha256', name, 'base64url');
}
