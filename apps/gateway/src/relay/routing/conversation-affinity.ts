import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { AffinityTarget, ChannelAffinity, NamedConversation } from './channel-affinity.ts';
import { findConversationId, findExplicitConversationId } from './conversation-id.ts';
import type { RealtimeClient } from '../realtime/realtime-client.ts';
import type { RelayCall } from '../relay-call.ts';

export interface AffinityContext {
  affinity: ChannelAffinity;
  /** Returns how long a conversation stays on a channel that does not set it, in milliseconds; 0 is off. */
  affinityMs: () => number;
  nowMs: () => number;
}

/** Where a conversation was last served, which its next turn prefers. */
export class ConversationAffinity {
  readonly #context: AffinityContext;
  /** Undefined for a call that belongs to none. */
  readonly #conversation: NamedConversation | undefined;

  constructor(context: AffinityContext, conversation: NamedConversation | undefined) {
    this.#context = context;
    this.#conversation = conversation;
  }

  find(): AffinityTarget | undefined {
    if (!this.#conversation) return undefined;
    return this.#context.affinity.find(this.#conversation.name, this.#context.nowMs());
  }

  /**
   * Returns what decides between channels if nothing is remembered: a random number, or for a conversation a
   * hash of its name, so that every node picks the same channel.
   */
  draw(random: () => number): () => number {
    const name = this.#nameToDrawBy();
    return name === undefined ? random : () => numberOf(name, 0);
  }

  /** Returns the key of a channel that every node picks first for the conversation. */
  drawKey({ id, variants }: RuntimeChannel): string | undefined {
    const name = this.#nameToDrawBy();
    if (name === undefined || variants.length === 0) return undefined;
    return variants[Math.floor(numberOf(name, id) * variants.length)]?.keyFingerprint;
  }

  remember({ id, keyFingerprint, policy }: RuntimeChannel): void {
    const { affinity, affinityMs, nowMs } = this.#context;
    const lifetimeMs = policy.affinityMs ?? affinityMs();
    if (!this.#conversation || lifetimeMs <= 0) return;
    affinity.remember(this.#conversation, { channelId: id, keyFingerprint }, nowMs() + lifetimeMs);
  }

  #nameToDrawBy(): string | undefined {
    return this.#context.affinityMs() > 0 ? this.#conversation?.name : undefined;
  }
}

/**
 * The affinity of a call's conversation. The account that holds state referenced by the call takes
 * precedence.
 */
export class CallAffinity extends ConversationAffinity {
  readonly #call: RelayCall;

  constructor(context: AffinityContext, call: RelayCall) {
    const id = findConversationId(call);
    super(context, conversationOf(call, id));
    this.#call = call;
  }

  override find(): AffinityTarget | undefined {
    return this.#call.stateOwner ?? super.find();
  }
}

/** Returns the affinity of a realtime session: clients that name their session resume it after a break. */
export function realtimeAffinity(
  context: AffinityContext,
  { holder, model, headers }: Pick<RealtimeClient, 'holder' | 'model' | 'headers'>,
): ConversationAffinity {
  const id = findExplicitConversationId(headers);
  return new ConversationAffinity(
    context,
    conversationOf({ holder, clientRequest: { model } }, id),
  );
}

/** The name includes the user, so that nobody can affect another user's routing. */
function conversationOf(
  { holder: { userId, group }, clientRequest: { model } }: NameSource,
  id: string | undefined,
): NamedConversation | undefined {
  return id === undefined ? undefined : { userId, name: `${userId} ${group} ${model} ${id}` };
}

interface NameSource {
  readonly holder: Pick<RelayCall['holder'], 'userId' | 'group'>;
  readonly clientRequest: { readonly model: string };
}

/** Hashes a name to a uniformly distributed number in [0, 1) (FNV-1a with a finalizer). */
export function numberOf(name: string, seed: number): number {
  let hash = 0x81_1c_9d_c5 ^ seed;
  for (let at = 0; at < name.length; at += 1)
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
