import { z } from 'zod';

/** Something in the books that does not agree. Quota units. */
export const bookDiscrepancy = z.object({
  /** user, token or hour. */
  subject: z.string(),
  /** Id of the user or key; the start of the hour in seconds. */
  id: z.number().int(),
  /** What should be equal, or not below: ledger, earnings, usage, held, balance, hourly, log, log-sums. */
  rule: z.string(),
  should: z.number().int(),
  is: z.number().int(),
});

/** What the latest check of the books found, on whichever node it ran. */
export const booksResult = z.object({
  /** Seconds; null before the first check. */
  checked_at: z.number().int().nullable(),
  discrepancies: z.array(bookDiscrepancy),
  /** All of them, those beyond the list too. */
  total: z.number().int(),
  /** Every comparison: when it was last made, of how many users, keys or hours, and how many differ. */
  rules: z.array(
    z.object({
      rule: z.string(),
      /** Seconds; null before the first time. */
      checked_at: z.number().int().nullable(),
      looked: z.number().int(),
      wrong: z.number().int(),
    }),
  ),
});
export type BooksResult = z.output<typeof booksResult>;

/** Whether calls may go out: closed is fine, cooling is not, half-open and trial are being tried. */
export const circuit = {
  /** closed, cooling, half-open or trial. */
  state: z.string(),
  /** Milliseconds since 1970; 0 while closed. */
  until_ms: z.number().int(),
  failures_in_a_row: z.number().int(),
};

/** The health of a channel on the responding node. Keys are named by fingerprint only. */
export const channelHealthEntity = z.object({
  id: z.number().int(),
  name: z.string(),
  ...circuit,
  last_minute: z.object({ ok: z.number().int(), slow: z.number().int(), fault: z.number().int() }),
  /** Running mean of the time to the first byte. */
  answer_ms: z.number().int(),
  /** `what` is the status, the kind and, in brackets, the provider's code: `429 rate-limit (x)`. */
  last_fault: z.object({ at_ms: z.number().int(), what: z.string(), model: z.string() }).nullable(),
  models: z.array(z.object({ name: z.string(), ...circuit })),
  /** `dead` ones were refused by the provider for good. */
  keys: z.array(z.object({ name: z.string(), ...circuit, dead: z.boolean() })),
  key_count: z.number().int(),
});
export type ChannelHealthEntry = z.output<typeof channelHealthEntity>;

/** Why a part of a node is not as it should be. */
export const healthReasons = [
  'database-away',
  'redis-away',
  'log-store-away',
  'log-store-behind',
  'log-store-incomplete',
  'journal-behind',
  'jobs-failing',
  'disk-low',
  'disk-silent',
  'journal-full',
  'leases-expired',
  'taken-over',
  'not-stored',
] as const;
export type HealthReason = (typeof healthReasons)[number];

/** A part that a node works with. While one is `failed` no call is taken; `impaired` ones cost something else. */
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
  /** Charged calls that wait for the database; null where there is no journal beside it (SQLite). */
  journal: z
    .object({
      rows: z.number().int(),
      bytes: z.number().int(),
      oldest_at: z.number().int().nullable(),
    })
    .nullable(),
  /** Null where there is no log store. What waits for it, and what it was found to lack. */
  log_store: z
    .object({
      waiting_rows: z.number().int(),
      /** Age of the oldest row that waits, in seconds. */
      waiting_seconds: z.number().int(),
      missing_rows: z.number().int(),
      /** When a month was last compared; null before the first time. */
      compared_at: z.number().int().nullable(),
      /** When it was last filled again because rows were missing; null for never. */
      refilled_at: z.number().int().nullable(),
    })
    .nullable(),
  /** Why new calls are refused: journal-full, leases-expired, taken-over, not-stored. */
  trouble: z.string().nullable(),
  /** How the parts are that the answering node works with; what it has none of (Redis, a journal) is left out. */
  parts: z.array(healthPart),
  nodes: z.array(
    z.object({
      id: z.string(),
      /** 0 where the node has not reported yet. */
      seen_at: z.number().int(),
      leases: z.number().int(),
      /** Quota of users that the node holds. */
      held: z.number().int(),
      /** '' where it is not known. */
      version: z.string(),
    }),
  ),
  jobs: z.array(
    z.object({
      name: z.string(),
      /** The node whose own job it is; empty where one node runs it for all. */
      node: z.string(),
      last_started_at: z.number().int(),
      /** 0 before the first end. */
      last_finished_at: z.number().int(),
      last_error: z.string(),
      run_count: z.number().int(),
    }),
  ),
  books: booksResult,
  channels: z.array(channelHealthEntity),
});
export type SystemStatus = z.output<typeof systemStatus>;
