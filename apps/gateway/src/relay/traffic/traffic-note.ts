import type { HedgeNote } from '../hedging/hedge-plan.ts';

/** What traffic rules did with a call, as administrators read it in its log. */
export interface TrafficNote {
  hedge?: HedgeNote;
}
