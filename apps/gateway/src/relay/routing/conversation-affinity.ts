import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { ChannelAffinity, AffinityTarget } from './channel-affinity.ts';
import { findConversationId, findExplicitConversationId } from './conversation-id.ts';
import type { RealtimeClient } from '../realtime/realtime-client.ts';
import type { RelayCall } from '../relay-call.ts';

export interface AffinityContext {
  affinity: ChannelAffinity;
  /** Where a channel does not say: how long a conversation stays on it; 0 is off. */
  affinityMs: () => number;
  nowMs: () => number;
}

/** Where a conversation was answered last, and where its next turn shall look. */
export class ConversationAffinity {
  readonly #context: AffinityContext;
  /** Unlike any other conversation's; undefined for a call that belongs to none. */
  readonly #name: string | undefined;

  constructor(context: AffinityContext, name: string | undefined) {
    this.#context = context;
    this.#name = name;
  }

  find(): AffinityTarget | undefined {
    if (this.#name === undefined) return undefined;
    return this.#context.affinity.find(this.#name, this.#context.nowMs());
  }

  /**
   * What decides between channels where nothing is remembered: chance, or for a conversation a
   * number that follows from its name, so that every node takes the same channel.
   */
  draw(random: () => number): () => number {
    const name = this.#nameToDrawBy();
    return name === undefined ? random : () => numberOf(name, 0);
  }

  /** The key of a channel that every node takes first for the conversation. */
  drawKey({ id, variants }: RuntimeChannel): string | undefined {
    const name = this.#nameToDrawBy();
    if (name === undefined || variants.length === 0) return undefined;
    return variants[Math.floor(numberOf(name, id) * variants.length)]?.keyFingerprint;
  }

  remember({ id, keyFingerprint, policy }: RuntimeChannel): void {
    const { affinity, affinityMs, nowMs } = this.#context;
    const lifetimeMs = policy.affinityMs ?? affinityMs();
    if (this.#name === undefined || lifetimeMs <= 0) return;
    affinity.remember(this.#name, { channelId: id, keyFingerprint }, nowMs() + lifetimeMs);
  }

  #nameToDrawBy(): string | undefined {
    return this.#context.affinityMs() > 0 ? this.#name : undefined;
  }
}

/** The place of a call's conversation; first of all the account that keeps what the call names. */
export class CallAffinity extends ConversationAffinity {
  readonly #call: RelayCall;

  constructor(context: AffinityContext, call: RelayCall) {
    const id = findConversationId(call);
    super(context, id && nameOf(call, id));
    this.#call = call;
  }

  override find(): AffinityTarget | undefined {
    return this.#call.stateOwner ?? super.find();
  }
}

/** The place of a live talk: clients that name their session come back to it after a break. */
export function realtimeAffinity(
  context: AffinityContext,
  { holder, model, headers }: Pick<RealtimeClient, 'holder' | 'model' | 'headers'>,
): ConversationAffinity {
  const id = findExplicitConversationId(headers);
  return new ConversationAffinity(context, id && nameOf({ holder, clientRequest: { model } }, id));
}

/** Joined with the user: nobody can steer the calls of somebody else. */
function nameOf({ holder, clientRequest }: Named, id: string): string {
  return `${holder.userId} ${holder.group} ${clientRequest.model} ${id}`;
}

interface Named {
  readonly holder: Pick<RelayCall['holder'], 'userId' | 'group'>;
  readonly clientRequest: { readonly model: string };
}

/** A number in [0, 1) that follows from a name and is spread evenly (FNV-1a, mixed once more). */
export function numberOf(name: string, seed: number): number {
  let hash = 0x81_1c_9d_c5 ^ seed;
  for (let at = 0; at < name.length; at += 1)
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
