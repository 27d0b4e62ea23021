import type { RuntimeChannel } from '../domain/channel-catalog.ts';
import type { ChannelAffinity, Place } from './channel-affinity.ts';
import { findConversation } from './conversation.ts';
import type { RelayCall } from './relay-call.ts';

export interface PlaceContext {
  affinity: ChannelAffinity;
  /** Where a channel does not say: how long a conversation stays on it; 0 is off. */
  affinityMs: () => number;
  nowMs: () => number;
}

/** Stored responses can be continued for longer; so far their account is remembered. */
const RESPONSE_MS = 24 * 3_600_000;
const RESPONSE_ID = /"id":\s*"(resp_[\w-]{1,200})"/;
/** The id stands at the beginning of an answer, whole or streamed. */
const BEGINNING_BYTES = 1024;

/** Where the conversation of one call was answered last, and where its next turn shall look. */
export class CallPlace {
  readonly #context: PlaceContext;
  readonly #call: RelayCall;
  readonly #conversation: string | undefined;

  constructor(context: PlaceContext, call: RelayCall) {
    this.#context = context;
    this.#call = call;
    const id = findConversation(call);
    this.#conversation = id && this.#nameOf(id);
  }

  find(): Place | undefined {
    if (this.#conversation === undefined) return undefined;
    return this.#context.affinity.find(this.#conversation, this.#context.nowMs());
  }

  remember({ id, keyFingerprint, policy }: RuntimeChannel): void {
    const { affinity, affinityMs, nowMs } = this.#context;
    const place = { channelId: id, keyFingerprint };
    const { responseId } = this.#call;
    if (responseId !== undefined)
      affinity.remember(this.#nameOf(responseId), place, nowMs() + RESPONSE_MS);
    const lifetimeMs = policy.affinityMs ?? affinityMs();
    if (this.#conversation === undefined || lifetimeMs <= 0) return;
    affinity.remember(this.#conversation, place, nowMs() + lifetimeMs);
  }

  #nameOf(id: string): string {
    const { holder, clientRequest } = this.#call;
    return `${holder.userId} ${holder.group} ${clientRequest.model} ${id}`;
  }
}

/** The id of a stored response, at the beginning of the upstream's answer. */
export function findResponseId(beginning: Buffer): string | undefined {
  return RESPONSE_ID.exec(beginning.toString('latin1', 0, BEGINNING_BYTES))?.[1];
}
