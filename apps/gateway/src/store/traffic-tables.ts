import type { TrafficRuleKind, TrafficSide } from '@tollgate/contract';
import type { Generated } from 'kysely';

/** How calls of a group and model are hedged, redirected or mirrored. */
export interface TrafficRulesTable {
  id: Generated<number>;
  name: string;
  kind: TrafficRuleKind;
  /** Empty: every group. */
  group: string;
  model: string;
  /** Hundredths of a percent. */
  basis_points: number;
  /** 0: any channel. */
  target_channel_id: number;
  /** Empty: the model that the caller requests. */
  target_model: string;
  min_delay_ms: number;
  max_delay_ms: number;
  enabled: number;
  created_at: number;
  updated_at: number;
}

/** Figures for the requests of one side of a rule in an hour. */
export interface TrafficFiguresTable {
  rule_id: number;
  /** Its start, seconds. */
  hour: number;
  side: TrafficSide;
  calls: number;
  errors: number;
  prompt_tokens: number;
  completion_tokens: number;
  /** Quota at list price. */
  cost: number;
}

/** Histogram of their durations; see `domain/traffic/latency-buckets.ts`. */
export interface TrafficLatenciesTable {
  rule_id: number;
  hour: number;
  side: TrafficSide;
  measure: 'begin' | 'total';
  bucket: number;
  calls: number;
}

export interface TrafficTables {
  traffic_rules: TrafficRulesTable;
  traffic_figures: TrafficFiguresTable;
  traffic_latencies: TrafficLatenciesTable;
}
