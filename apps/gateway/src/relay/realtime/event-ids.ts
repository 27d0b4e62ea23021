/** Number of hash values for event ids; ids with the same hash are treated as one. */
const HASHES = 65_536;
/** Events remembered with their kind; later ones are not found. */
const KINDS_MAX = 100;

/** Finds which of the caller's events an id refers to, in constant memory. */
export class EventIds<Kind> {
  readonly #kinds = new Map<number, Kind>();
  /** Ids of events without a kind, and of events of two kinds: they are not found. */
  #ambiguous: Uint8Array | undefined;

  /** Records the id of an event, if it has one; `undefined` is an event without a kind. */
  add(id: unknown, kind: Kind | undefined): void {
    if (typeof id !== 'string') return;
    const hash = hashOf(id);
    const before = this.#kinds.get(hash);
    if (kind === undefined || (before !== undefined && before !== kind))
      (this.#ambiguous ??= new Uint8Array(HASHES))[hash] = 1;
    else if (this.#kinds.size < KINDS_MAX) this.#kinds.set(hash, kind);
  }

  /** Returns the kind of the event that an id refers to; undefined if it is ambiguous or unknown. */
  find(id: unknown): Kind | undefined {
    if (typeof id !== 'string') return undefined;
    const hash = hashOf(id);
    return this.#ambiguous?.[hash] === 1 ? undefined : this.#kinds.get(hash);
  }

  /** Forgets the events with a kind. */
  clear(): void {
    this.#kinds.clear();
  }
}

/** FNV-1a. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % HASHES;
}
