import { z } from 'zod';

/** A discrepancy in the ledger or totals. Amounts are in quota units. */
export const ledgerDiscrepancy = z.object({
  /** user, token or hour. */
  subject: z.string(),
  /** Id of the user or key; the start of the hour in seconds. */
  id: z.number().int(),
  /**
   * The failed comparison, an equality or a lower bound: ledger, earnings, usage, held, balance, hourly, log,
   * log-sums.
   */
  rule: z.string(),
  should: z.number().int(),
  is: z.number().int(),
});

/** Result of the latest reconciliation, on whichever node it ran. */
export const reconciliationResult = z.object({
  /** Seconds; null before the first run. */
  checked_at: z.number().int().nullable(),
  discrepancies: z.array(ledgerDiscrepancy),
  /** Number of all discrepancies, including those not listed. */
  total: z.number().int(),
  /**
   * Every comparison: its last run, the number of users, keys or hours compared, and of those that differ.
   */
  rules: z.array(
    z.object({
      rule: z.string(),
      /** Seconds; null before the first run. */
      checked_at: z.number().int().nullable(),
      looked: z.number().int(),
      wrong: z.number().int(),
    }),
  ),
});
export type BooksResult = z.output<typeof reconciliationResult>;

/**
 * State of a circuit breaker: closed lets calls through, cooling does not, half-open and trial are probing.
 */
export const circuit = {
  /** closed, cooling, half-open or trial. */
  state: z.string(),
  /** Milliseconds since 1970; 0 while closed. */
  until_ms: z.number().int(),
  failures_in_a_row: z.number().int(),
};

/** The health of a channel on the responding node. Keys are identified by fingerprint only. */
export const channelHealthEntity = z.object({
  id: z.number().int(),
  name: z.string(),
  ...circuit,
  last_minute: z.object({ ok: z.number().int(), slow: z.number().int(), fault: z.number().int() }),
  /** Moving average of the time to the first byte, in milliseconds. */
  answer_ms: z.number().int(),
  /** `what` is the status, the kind and, in brackets, the provider's code: `429 rate-limit (x)`. */
  last_fault: z.object({ at_ms: z.number().int(), what: z.string(), model: z.string() }).nullable(),
  models: z.array(z.object({ name: z.string(), ...circuit })),
  /** `dead` ones were refused by the provider permanently. */
  keys: z.array(z.object({ name: z.string(), ...circuit, dead: z.boolean() })),
  key_count: z.number().int(),
});
export type ChannelHealthEntry = z.output<typeof channelHealthEntity>;

/** Reasons why a component of a node is not healthy. */
export const healthReasons = [
  'database-away',
  'database-file-gone',
  'redis-away',
  'log-store-away',
  'log-store-behind',
  'log-store-incomplete',
  'journal-behind',
  'journal-file-gone',
  'jobs-failing',
  'disk-low',
  'disk-silent',
  'journal-full',
  'leases-expired',
  'taken-over',
  'not-stored',
] as const;
export type HealthReason = (typeof healthReasons)[number];

/**
 * A component a node depends on. While one is `failed`, no calls are accepted; `impaired` ones degrade
 * something else.
 */
export const healthPart = z.object({
  name: z.enum(['database', 'redis', 'log-store', 'journal', 'leases', 'jobs', 'disk']),
  state: z.enum(['ok', 'impaired', 'failed']),
  /** Null while it is ok. */
  reason: z.enum(healthReasons).nullable(),
});
export type HealthPart = z.output<typeof healthPart>;

/** The gateway's status as the responding node sees it. Times in seconds. */
export const systemStatus = z.object({
  node: z.object({
    id: z.string(),
    started_at: z.number().int(),
    workers: z.number().int(),
    version: z.string(),
    database: z.string(),
  }),
  /** Charged calls waiting for the database; null without a journal (SQLite). */
  journal: z
    .object({
      rows: z.number().int(),
      bytes: z.number().int(),
      oldest_at: z.number().int().nullable(),
    })
    .nullable(),
  /** Null without a log store. Rows waiting for it, and rows it was found to be missing. */
  log_store: z
    .object({
      waiting_rows: z.number().int(),
      /** Age of the oldest waiting row, in seconds. */
      waiting_seconds: z.number().int(),
      missing_rows: z.number().int(),
      /** When a month was last compared; null before the first time. */
      compared_at: z.number().int().nullable(),
      /** When missing rows were last written again; null for never. */
      refilled_at: z.number().int().nullable(),
    })
    .nullable(),
  /** Why new calls are refused: journal-full, leases-expired, taken-over, not-stored. */
  trouble: z.string().nullable(),
  /**
   * Health of the components of the responding node; those it does not use (Redis, a journal) are omitted.
   */
  parts: z.array(healthPart),
  nodes: z.array(
    z.object({
      id: z.string(),
      /** 0 where the node has not reported yet. */
      seen_at: z.number().int(),
      leases: z.number().int(),
      /** Users' quota that the node holds. */
      held: z.number().int(),
      /** '' if unknown. */
      version: z.string(),
    }),
  ),
  jobs: z.array(
    z.object({
      name: z.string(),
      /** The node, for jobs that run on every node; empty for cluster jobs. */
      node: z.string(),
      last_started_at: z.number().int(),
      /** 0 before the first run ended. */
      last_finished_at: z.number().int(),
      last_error: z.string(),
      run_count: z.number().int(),
    }),
  ),
  books: reconciliationResult,
  channels: z.array(channelHealthEntity),
});
export type SystemStatus = z.output<typeof systemStatus>;
