import type { HedgeRecord } from '../hedging/hedge-record.ts';

/** What traffic rules did with a call, as administrators see it in its log. */
export interface TrafficRecord {
  hedge?: HedgeRecord;
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
