import {
  type ClientCall,
  type Dialect,
  type IsForeignSignature,
  mayNeedCleaning,
  readHistory,
  type Signature,
  type WireFormat,
} from '@tollgate/dialects';
import { asBuffer } from '../../platform/as-buffer.ts';
import type { ResponseMemory } from '../../domain/responses/response-memory.ts';
import type { ForeignSignatures } from './foreign-signatures.ts';

export interface HistoryContext {
  readonly memory: ResponseMemory;
  readonly foreign: ForeignSignatures;
}

export interface HistoryOwner {
  readonly userId: number;
  /** Returns an id that is unique among the user's conversations; undefined if none can be determined. */
  readonly conversation: () => string | undefined;
}

const isNeverForeign: IsForeignSignature = () => false;

/**
 * What a call's conversation carries over from other upstreams: signatures that the client's dialect could
 * not carry, and reasoning that the next upstream can't read. Costs nothing until it is used.
 */
export class CallHistory {
  readonly #context: HistoryContext;
  readonly #client: ClientCall;
  readonly #owner: HistoryOwner;
  /** Undefined until a channel rejected the history. */
  #repaired: Map<number, IsForeignSignature> | undefined;
  readonly #keeps: boolean;
  #recalled: ReadonlyMap<string, Signature> | undefined;
  #mayNeedCleaning: boolean | undefined;

  /** `keeps` is false for a copy of a call whose response is not continued. */
  constructor(context: HistoryContext, client: ClientCall, owner: HistoryOwner, keeps = true) {
    this.#keeps = keeps;
    this.#context = context;
    this.#client = client;
    this.#owner = owner;
  }

  readonly keep = (key: string, signature: Signature): void => {
    const { memory } = this.#context;
    if (memory.isOn && this.#keeps)
      memory.keep(this.#owner.userId, `signature.${key}`, JSON.stringify(signature));
  };

  /** Returns the history for a copy of the call whose response is not stored. */
  withoutKeeping(): CallHistory {
    return new CallHistory(this.#context, this.#client, this.#owner, false);
  }

  readonly recall = (key: string): Signature | undefined => this.#recalled?.get(key);

  /** Looks up stored signatures if an upstream needs them; undefined if there is nothing to wait for. */
  prepare(to: WireFormat | undefined): Promise<void> | undefined {
    const wantsSignatures = to === 'gemini-generate' && this.#client.dialect !== to;
    if (!wantsSignatures || this.#recalled || !this.#context.memory.isOn) return undefined;
    return this.#lookUp();
  }

  async #lookUp(): Promise<void> {
    const { memory } = this.#context;
    const { keys } = readHistory(this.#client);
    const entries = await Promise.all(
      keys.map(async (key) => {
        const json = await memory.find(this.#owner.userId, `signature.${key}`);
        return json === undefined ? undefined : ([key, JSON.parse(json) as Signature] as const);
      }),
    );
    this.#recalled = new Map(entries.filter((entry) => entry !== undefined));
  }

  /**
   * Returns the parts of the history that a channel can't read; undefined if the body can be sent unchanged.
   */
  foreignFor(channelId: number, to: WireFormat): IsForeignSignature | undefined {
    return (
      this.#repaired?.get(channelId) ??
      this.#findRefused(channelId) ??
      (to === this.#client.dialect && this.#needsCleaning(to) ? isNeverForeign : undefined)
    );
  }

  /**
   * Records that a channel rejected the history: all reasoning now in it is withheld from the channel, and
   * later turns of the conversation are cleaned before they are sent there. Returns false if it was already
   * withheld.
   */
  repairFor(channelId: number): boolean {
    if (this.#repaired?.has(channelId)) return false;
    // Includes signatures that the client could not carry: the upstream received them all the same.
    const recalled = [...(this.#recalled?.values() ?? [])].map(({ value }) => value);
    const signatures = [...readHistory(this.#client).signatures, ...recalled];
    const foreign = new Set(signatures);
    this.#repaired ??= new Map();
    this.#repaired.set(channelId, (signature) => foreign.has(signature));
    const conversation = this.#owner.conversation();
    if (conversation !== undefined)
      this.#context.foreign.add(channelId, this.#nameOf(conversation), signatures);
    return true;
  }

  #findRefused(channelId: number): IsForeignSignature | undefined {
    const { foreign } = this.#context;
    if (foreign.isEmpty) return undefined;
    const conversation = this.#owner.conversation();
    return conversation === undefined
      ? undefined
      : foreign.find(channelId, this.#nameOf(conversation));
  }

  #nameOf(conversation: string): string {
    return `${this.#owner.userId} ${conversation}`;
  }

  #needsCleaning(dialect: Dialect): boolean {
    const { bytes, marks } = this.#client.request;
    if (marks?.carrier === false) return false;
    if (this.#mayNeedCleaning === undefined) {
      const body = asBuffer(bytes);
      this.#mayNeedCleaning = mayNeedCleaning(dialect, (text) => body.includes(text, 0, 'latin1'));
    }
    return this.#mayNeedCleaning;
  }
}
