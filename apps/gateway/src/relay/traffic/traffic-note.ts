import type { HedgeNote } from '../hedging/hedge-note.ts';

/** What traffic rules did with a call, as administrators see it in its log. */
export interface TrafficNote {
  hedge?: HedgeNote;
  canary?: {
    rule: number;
    side: 'control' | 'trial';
    /** The model that was requested instead. */
    model?: string;
    /** The trial side failed, and the control side took over. */
    fell_back?: true;
  };
  mirror?: { rule: number };
}
