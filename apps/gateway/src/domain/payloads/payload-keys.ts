import { randomBytes } from 'node:crypto';
import type { Keyring } from '../../platform/keyring.ts';
import {
  findOpenPayloadKey,
  findPayloadKey,
  insertPayloadKey,
  type PayloadKeyRow,
} from '../../store/payloads-repository.ts';
import type { Store } from '../../store/open-store.ts';

const DAY = 86_400;

export interface PayloadKey {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/**
 * The keys that encrypt payloads, at most one per UTC day and node, themselves encrypted with the master key:
 * its rotation only re-encrypts these keys, and deleting one makes its payloads unreadable (ADR 87).
 */
export class PayloadKeys {
  readonly #store: Pick<Store, 'db'>;
  readonly #keyring: Pick<Keyring, 'encrypt' | 'decrypt'>;
  #current: { readonly day: number; readonly key: PayloadKey } | undefined;

  constructor(store: Pick<Store, 'db'>, keyring: Pick<Keyring, 'encrypt' | 'decrypt'>) {
    this.#store = store;
    this.#keyring = keyring;
  }

  /** Returns the key for a time (Unix seconds); creates one if the day has none. */
  async keyAt(seconds: number): Promise<PayloadKey> {
    const day = Math.floor(seconds / DAY);
    if (this.#current?.day === day) return this.#current.key;
    const openKey = await findOpenPayloadKey(this.#store.db, day * DAY);
    const key = openKey ? this.#open(openKey) : await this.#make(seconds);
    this.#current = { day, key };
    return key;
  }

  /** Returns a key by its id; undefined if it was deleted. Throws if the master key is a different one. */
  async find(id: number): Promise<PayloadKey | undefined> {
    const stored = await findPayloadKey(this.#store.db, id);
    return stored && this.#open(stored);
  }

  async #make(seconds: number): Promise<PayloadKey> {
    const bytes = randomBytes(32);
    const key_cipher = this.#keyring.encrypt(bytes.toString('hex'));
    const id = await insertPayloadKey(this.#store.db, { key_cipher, created_at: seconds });
    return { id, bytes };
  }

  #open({ id, key_cipher: sealed }: PayloadKeyRow): PayloadKey {
    return { id: Number(id), bytes: Buffer.from(this.#keyring.decrypt(sealed), 'hex') };
  }
}
