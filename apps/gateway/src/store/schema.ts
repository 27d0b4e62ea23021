import type { Generated, Kysely } from 'kysely';
import type { AuditTable } from './audit-table.ts';
import type { AgentTables } from './agents-tables.ts';
import type { BatchesTable } from './batches-table.ts';
import type { EarningsTables } from './earnings-tables.ts';
import type { FilesTable } from './files-table.ts';
import type { LogStoreTables } from './log-store/log-stores-tables.ts';
import type { LogSumsTable } from './log-sums-table.ts';
import type { ImportTables } from './imports-tables.ts';
import type { OrderEventsTable, OrdersTable, RefundsTable } from './orders-table.ts';
import type { TasksTable } from './tasks-table.ts';
import type { OauthStatesTable } from './oauth-states-table.ts';
import type { MasterKeyCheckTable } from './master-key-check-table.ts';
import type { PayloadColumns, PayloadTables } from './payloads-tables.ts';
import type { PriceVersionTables } from './price-versions-tables.ts';
import type { NotificationTables } from './notifications-tables.ts';
import type { RegistrationCodeTables } from './registration-codes-tables.ts';
import type { SecondFactorTables } from './second-factor-tables.ts';
import type { SpendingColumns, TeamTables } from './teams-tables.ts';
import type { TrafficTables } from './traffic-tables.ts';
import type { UsdtLogsTable } from './usdt-logs-table.ts';
import type { UsageStatsTable } from './usage-stats-table.ts';
import type { UserIdentitiesTable } from './user-identities-table.ts';
import type { SessionTables } from './sessions-table.ts';
import type { SignInsTable } from './sign-ins-table.ts';
import type { StoredOwnersTable } from './stored-owners-table.ts';
import type { UserViewsTable } from './user-views-table.ts';
import type { WelcomedTable } from './welcomed-table.ts';

/** Times are seconds, booleans 0/1, quota columns 64-bit integers. */
export interface UsersTable {
  id: Generated<number>;
  /** A team has a wallet and keys like a person, but nobody signs in as one (ADR 63). */
  kind: Generated<'person' | 'team'>;
  username: string;
  username_lower: string;
  display_name: string;
  /** Argon2id in PHC format; null for accounts that only sign in elsewhere. */
  password_hash: string | null;
  /**
   * A digest of the imported hash that a login replaced by `password_hash`; null once a password is chosen
   * here.
   */
  rehashed_from: string | null;
  role: number;
  status: number;
  email: string | null;
  email_lower: string | null;
  group: string;
  /**
   * The settled balance. Written by domain/wallet only, like held, used_quota, request_count and total_topup.
   */
  quota: Generated<number>;
  /** What nodes hold of the balance as leases. */
  held: Generated<number>;
  used_quota: Generated<number>;
  request_count: Generated<number>;
  total_topup: Generated<number>;
  /** The part of `used_quota` that another gateway charged before this user was imported. */
  imported_usage: Generated<number>;
  /** The part of that whose log rows were imported too. */
  imported_logged: Generated<number>;
  aff_code: string;
  aff_count: Generated<number>;
  aff_quota: Generated<number>;
  aff_history_quota: Generated<number>;
  /** 1 for active agents; mirrors `agents.enabled`. */
  is_agent: Generated<number>;
  /** Earnings that were spent before they had to be given back: later earnings pay this off first. */
  aff_owed: Generated<number>;
  inviter_id: Generated<number>;
  access_token_hash: string | null;
  /** 1 while the password set by the installation is in use. */
  factory_password: Generated<number>;
  /** In the console, accurate to minutes; 0 for never. */
  last_seen_at: Generated<number>;
  created_at: number;
  deleted_at: number | null;
  /** Administrators' note on the user, who never sees it. */
  remark: Generated<string>;
  /** When a deleted user was completely erased. */
  erased_at: Generated<number | null>;
}

export interface TokensTable extends PayloadColumns, SpendingColumns {
  id: Generated<number>;
  user_id: number;
  name: string;
  key_hash: string;
  key_cipher: string;
  status: number;
  created_time: number;
  accessed_time: Generated<number>;
  /** The address of its last use; '' if unknown. */
  accessed_ip: Generated<string>;
  expired_time: number;
  remain_quota: number;
  held: Generated<number>;
  unlimited_quota: number;
  used_quota: Generated<number>;
  allow_ips: string;
  group: string;
  model_limits_enabled: number;
  model_limits: string;
  rate_limit: number;
  mj_mode: string;
  /** The member of a team who created it; 0 if it is not a team's. */
  created_by: Generated<number>;
  deleted_at: number | null;
}

export interface ChannelsTable {
  id: Generated<number>;
  type: number;
  name: string;
  key_cipher: string;
  key_hash: string;
  /** Fingerprints of disabled keys, comma-separated. */
  keys_off: Generated<string>;
  openai_organization: string;
  max_input_tokens: number;
  base_url: string;
  other: string;
  model_mapping: string;
  status_code_mapping: string;
  setting: string;
  models: string;
  group: string;
  auto_ban: number;
  test_model: string;
  priority: number;
  weight: number;
  tag: string;
  status: number;
  status_reason: string;
  status_time: number;
  response_time: Generated<number>;
  used_quota: Generated<number>;
  /** Millionths of a USD. */
  balance_micros: Generated<number>;
  created_time: number;
  test_time: Generated<number>;
  /** Why the last test failed, as JSON (the contract's `testCause`); empty if it passed. */
  test_fault: Generated<string>;
  balance_updated_time: Generated<number>;
}

export interface AbilitiesTable {
  group: string;
  model: string;
  channel_id: number;
  enabled: number;
  priority: number;
  weight: number;
}

export interface OptionsTable {
  key: string;
  value: string;
  updated_at: number;
}

export interface OptionHistoryTable {
  id: Generated<number>;
  changed_at: number;
  actor_id: number;
  actor_name: string;
  /** JSON: [{key, from, to}], secrets masked. */
  changes: string;
}

export interface LogsTable {
  id: Generated<number>;
  created_at: number;
  type: number;
  user_id: number;
  username: string;
  token_id: number;
  token_name: string;
  channel_id: number;
  model_name: string;
  group: string;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
  use_time: number;
  is_stream: number;
  content: string;
  other: string;
  request_id: string;
  ip: string;
}

export interface LedgerTable {
  id: Generated<number>;
  user_id: number;
  created_at: number;
  kind: string;
  amount: number;
  balance_after: number;
  idempotency_key: string;
  actor_id: number;
  reason: string;
  reference: string;
}

export interface LeasesTable {
  id: Generated<number>;
  node_id: string;
  owner_kind: 'user' | 'token';
  owner_id: number;
  amount: number;
  expires_at: number;
  /** When another node requested the idle part of it, in seconds; 0 if no request is pending. */
  recalled_at: Generated<number>;
}

export interface NodesTable {
  id: string;
  started_at: number;
  seen_at: number;
  /** Usage up to this journal position has been applied to the balances. */
  applied_log_id: number;
  /** The process that works under this name; '' once its leases have been returned for it. */
  incarnation: Generated<string>;
  /** '' for a node that registered before versions were recorded. */
  version: Generated<string>;
}

export interface UsageHourlyTable {
  hour: number;
  user_id: number;
  username: string;
  model_name: string;
  channel_id: number;
  token_id: number;
  group: string;
  request_count: number;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
  /** The part of `quota` that left no log row (LogConsumeEnabled off). */
  unlogged_quota: Generated<number>;
}

/** SQLite only: indexed chunks of the log, and the range of times in them. */
export interface LogChunksTable {
  /** The ids of its rows divided by the chunk size. */
  chunk: number;
  oldest_at: number | null;
  newest_at: number | null;
}

/** SQLite only: positions in a chunk of the rows with a value, see `store/log-index/bitmap.ts`. */
export interface LogPositionsTable {
  chunk: number;
  kind: 'type' | 'user' | 'token' | 'model' | 'channel' | 'group';
  value: string;
  places: Uint8Array;
}

/** Previous names of users, which log rows still contain. */
export interface FormerUsernamesTable {
  username: string;
  user_id: number;
}

/** How far a user's ledger has been summed: balance and usage up to and including `ledger_id`. */
export interface MoneyCheckpointsTable {
  user_id: number;
  ledger_id: number;
  balance: number;
  usage: number;
}

/** Where the continuous reconciliation resumes. */
export interface MoneyMarksTable {
  name: string;
  position: number;
}

export interface JobsTable {
  name: string;
  lease_owner: string;
  lease_until: number;
  last_started_at: number;
  last_finished_at: number;
  last_error: string;
  run_count: number;
  /** The node that the job runs for; '' for a cluster job. */
  node_id: Generated<string>;
  /** Progress of a run that someone requested, as JSON; '' for all others. */
  progress: Generated<string>;
}

export interface VersionsTable {
  topic: string;
  version: number;
}

/** The last code sent for a purpose to an address. */
export interface MailCodesTable {
  purpose: string;
  /** Keyed hash of the address. */
  subject: string;
  code_hash: string;
  created_at: number;
  expires_at: number;
  tries: number;
  used_at: number | null;
  /** Start of the window in which `sent` is counted. */
  window_at: number;
  sent: number;
}

/** Codes that add quota to whoever redeems them. Stored as hash and ciphertext, like users' keys. */
export interface RedemptionsTable {
  id: Generated<number>;
  /** Who created it. */
  user_id: number;
  name: string;
  key_hash: string;
  key_cipher: string;
  quota: number;
  /** 1 unused, 2 disabled, 3 used. */
  status: number;
  created_time: number;
  used_user_id: Generated<number>;
  redeemed_time: Generated<number>;
  /** The request that created it, and its index in that batch: repeating a request creates nothing new. */
  batch: string;
  place: number;
  /** The agent who bought it, and the price; 0 for codes made by an administrator. */
  seller_id: Generated<number>;
  price: Generated<number>;
  deleted_at: number | null;
}

export interface Database
  extends
    AgentTables,
    EarningsTables,
    ImportTables,
    LogStoreTables,
    NotificationTables,
    PayloadTables,
    PriceVersionTables,
    RegistrationCodeTables,
    SecondFactorTables,
    SessionTables,
    TeamTables,
    TrafficTables {
  audit_log: AuditTable;
  users: UsersTable;
  tokens: TokensTable;
  channels: ChannelsTable;
  abilities: AbilitiesTable;
  options: OptionsTable;
  option_history: OptionHistoryTable;
  logs: LogsTable;
  ledger: LedgerTable;
  leases: LeasesTable;
  nodes: NodesTable;
  usage_hourly: UsageHourlyTable;
  log_sums: LogSumsTable;
  usage_stats: UsageStatsTable;
  former_usernames: FormerUsernamesTable;
  log_chunks: LogChunksTable;
  log_places: LogPositionsTable;
  money_checkpoints: MoneyCheckpointsTable;
  money_marks: MoneyMarksTable;
  jobs: JobsTable;
  versions: VersionsTable;
  mail_codes: MailCodesTable;
  oauth_states: OauthStatesTable;
  user_identities: UserIdentitiesTable;
  user_views: UserViewsTable;
  sign_ins: SignInsTable;
  stored_owners: StoredOwnersTable;
  welcomed: WelcomedTable;
  master_key_check: MasterKeyCheckTable;
  redemptions: RedemptionsTable;
  orders: OrdersTable;
  order_events: OrderEventsTable;
  refunds: RefundsTable;
  usdt_logs: UsdtLogsTable;
  tasks: TasksTable;
  files: FilesTable;
  batches: BatchesTable;
}

/** The database, or a transaction in it. */
export type Db = Kysely<Database>;
