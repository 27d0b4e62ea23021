import type { Db } from '../src/store/schema.ts';

/** A column that refers to a user, with the table's other columns. */
export interface OwnedColumn {
  name: string;
  table: string;
  owner: string;
  columns: { name: string; isText: boolean; isAutomatic: boolean }[];
}

/** Matches names of columns that refer to the owner of a row. */
const OWNER =
  /^(?:(?:user|owner|creator|seller|used_user|invitee|inviter|actor)_id|(?:invited|created)_by)$/;
/** Matches partitions of a table, which is itself listed. */
const PARTITION = /_(?:\d{6}|\d{4}_\d{2}|rest|before)$/;

/** Lists every column of the database that refers to a user. */
export async function listOwnedColumns(db: Db): Promise<OwnedColumn[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ isView, name }) => !isView && !PARTITION.test(name))
    .flatMap(({ name: table, columns }) =>
      columns
        .filter(({ name }) => OWNER.test(name))
        .map(({ name: owner }) => ({
          name: `${table}.${owner}`,
          table,
          owner,
          columns: columns.map(({ name, dataType, isAutoIncrementing }) => ({
            name,
            isText: /text|char/i.test(dataType),
            isAutomatic: isAutoIncrementing && name === 'id',
          })),
        })),
    );
}

/** Returns a row in which each text contains a mark with its location, except for the given values. */
export const markedRow = (
  { columns, owner, table }: OwnedColumn,
  userId: number,
  fixed: Record<string, unknown>,
): Record<string, unknown> => ({
  ...Object.fromEntries(
    columns
      .filter(({ isAutomatic }) => !isAutomatic)
      .map(({ name, isText }) => [name, isText ? `mark:${table}.${name}#${owner}` : 1]),
  ),
  ...fixed,
  [owner]: userId,
});

/** Returns the locations of the marks in a text. */
export const marksIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/mark:([a-z_.]+)/g)].map(([, name = '']) => name)),
];

export interface OwnedRule {
  /** The kind under which the data download has its rows; otherwise `why` it does not. */
  kind?: string;
  why?: string;
  /** What a row needs to be stored and read; if omitted, none is stored. */
  fixed?: Record<string, unknown>;
  /** Texts that are kept when the user is erased, and why. */
  reason?: string;
  keptWhy?: string;
}

/** Within every retention, at the start of 2026. */
const RECENT = 1_767_225_700;
const SOMEBODY_ELSES = 'says who acted; the row is about somebody else, or the site';
const SHORT_LIVED = 'a login that has begun; gone within minutes';
const TERMS = 'numbers, terms and names of ours';
const BOOKS = 'the books: append only, or proof of a payment';

/** How rows are treated, by each column that refers to a user. */
export const ownedRules: Record<string, OwnedRule> = {
  'agents.user_id': { kind: 'agent', fixed: {} },
  'audit_log.actor_id': { why: SOMEBODY_ELSES },
  'batches.user_id': {
    kind: 'batch',
    fixed: {
      metadata: '{"note":"mark:batches.metadata"}',
      errors: '[{"message":"mark:batches.errors"}]',
      times: '{}',
      price: '{}',
    },
    reason:
      'batch_id upstream_id group model_name channel_key endpoint completion_window input_file_id upstream_input_id output_file_id error_file_id status',
    keptWhy: TERMS,
  },
  'earnings.user_id': {
    kind: 'earnings_change',
    fixed: {},
    reason: 'kind idempotency_key reference',
    keptWhy: BOOKS,
  },
  'files.user_id': {
    kind: 'file',
    fixed: { status: 'processed', expires_at: null },
    reason: 'file_id upstream_id channel_key purpose',
    keptWhy: TERMS,
  },
  'former_usernames.user_id': { kind: 'former_name', fixed: {} },
  'leases.owner_id': { why: 'parts of the balance that nodes hold' },
  'ledger.user_id': {
    kind: 'balance_change',
    fixed: {},
    reason: 'kind idempotency_key reason reference',
    keptWhy: BOOKS,
  },
  'ledger.actor_id': { why: SOMEBODY_ELSES },
  'login_challenges.user_id': { why: SHORT_LIVED },
  'logs.user_id': {
    kind: 'log',
    fixed: { created_at: RECENT, type: 2, other: '{}' },
    reason: 'token_name model_name group content request_id',
    keptWhy: 'ADR 75: the sums of the log are kept by names of keys',
  },
  'money_checkpoints.user_id': { why: 'sums of the ledger' },
  'notification_deliveries.owner_id': {
    kind: 'notification',
    fixed: {
      params: '{"name":"mark:notification_deliveries.params"}',
      created_at: RECENT,
    },
  },
  'notification_quiet.owner_id': { why: 'when somebody was told of something', fixed: {} },
  'notification_subscriptions.owner_id': { kind: 'subscription', fixed: {} },
  'notification_targets.owner_id': { kind: 'notification_target', fixed: { channel: 'webhook' } },
  'oauth_states.user_id': { why: SHORT_LIVED },
  'option_history.actor_id': {
    why: SOMEBODY_ELSES,
    fixed: { changes: '[]' },
  },
  'orders.user_id': {
    kind: 'order',
    fixed: { details: '', provider: 'epay', status: 'paid', method: 'alipay', currency: 'CNY' },
    reason: 'trade_no reference request_id client_order_id',
    keptWhy: BOOKS,
  },
  'passkeys.user_id': { kind: 'passkey', fixed: {} },
  'payloads.user_id': { kind: 'payload' },
  'payouts.user_id': {
    kind: 'payout',
    fixed: { state: 'paid' },
    reason: 'note request_key',
    keptWhy: BOOKS,
  },
  'payouts.actor_id': { why: SOMEBODY_ELSES },
  'price_versions.actor_id': {
    why: SOMEBODY_ELSES,
    fixed: { id: 1_000_000 },
    reason: 'note',
    keptWhy: 'what the prices are, not who it was',
  },
  'rebates.user_id': {
    kind: 'rebate',
    fixed: { state: 'earned' },
    reason: 'reason',
    keptWhy: TERMS,
  },
  'rebates.invitee_id': { why: 'belongs to the inviter' },
  'recovery_codes.user_id': { why: 'hashes of secrets', fixed: {} },
  'redemptions.user_id': { why: 'codes that an administrator made for the site' },
  'redemptions.used_user_id': {
    kind: 'redeemed_code',
    fixed: { seller_id: 0, deleted_at: null, place: 2 },
    reason: 'name key_hash key_cipher batch',
    keptWhy: 'the name is that of whoever made the code, the rest is used up',
  },
  'redemptions.seller_id': {
    kind: 'bought_code',
    fixed: { deleted_at: null, name: 'mark:redemptions.sold_name' },
  },
  'registration_code_uses.user_id': { kind: 'registration', fixed: {} },
  'registration_codes.creator_id': {
    kind: 'registration_code',
    fixed: {},
    reason: 'code_hash tail',
    keptWhy: 'of the code, which others may have registered by',
  },
  'scoped_tokens.user_id': {
    kind: 'access_token',
    fixed: { scopes: '["mark:scoped_tokens.scopes"]' },
  },
  'sessions.user_id': { kind: 'session', fixed: { expires_at: 4_000_000_000 } },
  'sign_ins.user_id': { kind: 'sign_in', fixed: { failure: '', last_at: RECENT } },
  'tasks.user_id': {
    kind: 'task',
    fixed: { platform: 'mj', data: '{"prompt":"mark:tasks.data"}', charge: 'charged' },
    reason: 'task_id upstream_id group model_name request_id channel_key action status progress',
    keptWhy: TERMS,
  },
  'team_invitations.invited_by': { kind: 'invitation_sent', fixed: {} },
  'stored_owners.user_id': {
    why: 'digests of ids at providers; gone after a month',
    fixed: {},
    reason: 'tools',
    keptWhy: 'nobody else may read what is stored there',
  },
  'former_team_members.user_id': { why: 'limits that a team set, for a return', fixed: {} },
  'team_members.user_id': { kind: 'team', fixed: { role: 'member' } },
  'tokens.user_id': {
    kind: 'key',
    fixed: { deleted_at: null, expired_time: -1 },
    reason: 'key_hash group model_limits mj_mode',
    keptWhy: TERMS,
  },
  'tokens.created_by': { why: 'keys of a team belong to the team' },
  'totp_secrets.user_id': { why: 'a secret; the profile says that there is one', fixed: {} },
  'usage_hourly.user_id': {
    why: 'sums of the log',
    fixed: {},
    reason: 'model_name group',
    keptWhy: TERMS,
  },
  'user_identities.user_id': { kind: 'identity', fixed: {} },
  'user_proofs.user_id': {
    why: 'keyed hashes, which say nothing without the master key',
    fixed: {},
    reason: 'person_hash',
    keptWhy: 'ADR 75: nobody is welcomed twice, nor earns of themselves',
  },
  'user_views.user_id': { kind: 'saved_view', fixed: {} },
  'users.inviter_id': { why: 'belongs to whom was invited' },
};
