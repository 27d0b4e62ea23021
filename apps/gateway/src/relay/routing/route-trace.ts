import type { RuntimeChannel, Tier } from '../../domain/channels/channel-catalog.ts';
import {
  candidateState,
  type CandidateState,
  type ChannelAvailability,
  type ChoiceReason,
  type ChannelCriteria,
} from './choose-channel.ts';
import type { Attempt } from '../attempt/logged-attempt.ts';

/** The candidates of one decision: per tier its priority and [id, weight, state] of each channel. */
export interface DecisionView {
  why: ChoiceReason;
  tiers: { priority: number; channels: [number, number, CandidateState][]; more?: number }[];
}

/** A call's routing, as administrators see it. */
export interface RoutingView {
  use_channel: string[];
  attempts: readonly Attempt[];
  why?: ChoiceReason;
  /** [priority, ids] of each tier, if the first attempt on healthy channels succeeded. */
  candidates?: readonly (readonly [number, readonly number[]])[];
  /** Every decision with its candidates, otherwise. */
  decisions?: readonly DecisionView[];
}

const CHANNELS_SHOWN_MAX = 20;

/** Records why each channel of a call was chosen. The ordinary case costs nothing until it is read. */
export class RouteTrace {
  readonly #tiers: readonly Tier[];
  readonly #decisions: DecisionView[] = [];
  #why: ChoiceReason | undefined;

  constructor(tiers: readonly Tier[]) {
    this.#tiers = tiers;
  }

  /** Records a decision, with its candidates if it was not the first or one of them is not open. */
  record(why: ChoiceReason, availability: ChannelAvailability, criteria: ChannelCriteria): void {
    const isFirst = this.#why === undefined;
    this.#why = why;
    if (isFirst && !availability.hasOpenBreakers) return;
    const tiers = this.#describeTiers(
      availability.hasOpenBreakers ? availability : undefined,
      criteria,
    );
    const isPlain = tiers.every(({ channels }) =>
      channels.every(([, , state]) => state === 'open'),
    );
    if (isFirst && isPlain) return;
    this.#decisions.push({ why, tiers });
  }

  #describeTiers(
    availability: ChannelAvailability | undefined,
    criteria: ChannelCriteria,
  ): DecisionView['tiers'] {
    return this.#tiers.map(({ priority, channels }) => ({
      priority,
      channels: channels
        .slice(0, CHANNELS_SHOWN_MAX)
        .map((channel) => [
          channel.id,
          channel.weight,
          candidateState(channel, availability, criteria),
        ]),
      ...(channels.length > CHANNELS_SHOWN_MAX
        ? { more: channels.length - CHANNELS_SHOWN_MAX }
        : {}),
    }));
  }

  describe(attempts: readonly Attempt[]): RoutingView {
    const view: RoutingView = {
      use_channel: attempts.map(({ channel }) => String(channel)),
      attempts,
    };
    if (this.#why === undefined) return view;
    view.why = this.#why;
    if (this.#decisions.length > 0) view.decisions = this.#decisions;
    else if (this.#why !== 'only' && this.#why !== 'pinned') view.candidates = idsOf(this.#tiers);
    return view;
  }
}

const idLists = new WeakMap<readonly Tier[], readonly (readonly [number, readonly number[]])[]>();

/** Built once per group and model, not per call. */
function idsOf(tiers: readonly Tier[]): readonly (readonly [number, readonly number[]])[] {
  let ids = idLists.get(tiers);
  if (!ids) {
    const idOf = ({ id }: RuntimeChannel) => id;
    ids = tiers.map(({ priority, channels }) => [
      priority,
      channels.slice(0, CHANNELS_SHOWN_MAX).map(idOf),
    ]);
    idLists.set(tiers, ids);
  }
  return ids;
}
