import type { Selectable } from 'kysely';
import { parseJson } from '../../platform/parse-json.ts';
import { listOwnRows, type OwnTable } from '../../store/own-rows-repository.ts';
import type { Database } from '../../store/schema.ts';
import { presentSession } from '../accounts/list-sessions.ts';
import { presentBatch } from '../batches/present-batch.ts';
import type { Domain } from '../domain.ts';
import type { Language } from '../error-texts.ts';
import { presentFile } from '../files/present-file.ts';
import { presentTarget } from '../notifications/notification-targets.ts';
import { presentTask } from '../tasks/present-task.ts';

type RecordContext = Pick<Domain, 'store' | 'keyring' | 'options'> & { language: Language };

/** How the rows of one table are exported for their owner. */
interface OwnRecord {
  kind: string;
  /** The table and the column that holds the owner. */
  of: string;
  read(context: RecordContext, userId: number, limit: number): AsyncGenerator<object[]>;
}

/** Returns a function that picks the given columns of a row. */
const only =
  <Row extends object>(...columns: (keyof Row & string)[]) =>
  (row: Row): object =>
    Object.fromEntries(columns.map((column) => [column, row[column]]));

function ownRecord<Table extends keyof Database>(
  kind: string,
  from: OwnTable<Table>,
  present: (row: Selectable<Database[Table]>, context: RecordContext) => object,
): OwnRecord {
  return {
    kind,
    of: `${from.table}.${from.owner}`,
    async *read(context, userId, limit) {
      let after: unknown;
      for (;;) {
        const query = { userId, after, limit };
        const rows = await listOwnRows(context.store.reader, from, query);
        if (rows.length > 0) yield rows.map((row) => present(row, context));
        if (rows.length < limit) return;
        after = rows.at(-1)?.[from.key as keyof Selectable<Database[Table]>];
      }
    },
  };
}

/**
 * What belongs to a user besides what the console lists page by page. Secrets, and information about somebody
 * else, are omitted.
 */
export const ownRecords: readonly OwnRecord[] = [
  ownRecord('session', { table: 'sessions', owner: 'user_id', key: 'id' }, presentSession),
  ownRecord(
    'identity',
    { table: 'user_identities', owner: 'user_id', key: 'provider' },
    only('provider', 'subject', 'bound_at'),
  ),
  ownRecord(
    'former_name',
    { table: 'former_usernames', owner: 'user_id', key: 'username' },
    only('username'),
  ),
  ownRecord(
    'access_token',
    { table: 'scoped_tokens', owner: 'user_id', key: 'id' },
    ({ token_hash: _hash, user_id: _user, ...row }) => ({ ...row, scopes: parseJson(row.scopes) }),
  ),
  ownRecord(
    'saved_view',
    { table: 'user_views', owner: 'user_id', key: 'id' },
    only('list', 'name', 'search', 'saved_at'),
  ),
  ownRecord(
    'team',
    { table: 'team_members', owner: 'user_id', key: 'team_id' },
    ({ user_id: _user, ...row }) => row,
  ),
  ownRecord(
    'invitation_sent',
    { table: 'team_invitations', owner: 'invited_by', key: 'id' },
    only('team_id', 'role', 'invitee', 'created_at', 'expires_at'),
  ),
  ownRecord(
    'notification_target',
    { table: 'notification_targets', owner: 'owner_id', key: 'id' },
    (row, context) => presentTarget(context, row),
  ),
  ownRecord(
    'notification',
    { table: 'notification_deliveries', owner: 'owner_id', key: 'id' },
    ({ params, ...row }) => ({
      ...only<typeof row>('id', 'event', 'state', 'created_at', 'sent_at')(row),
      params: parseJson(params),
    }),
  ),
  ownRecord(
    'earnings_change',
    { table: 'earnings', owner: 'user_id', key: 'id' },
    only('created_at', 'kind', 'amount', 'earnings_after', 'reference'),
  ),
  ownRecord(
    'rebate',
    { table: 'rebates', owner: 'user_id', key: 'id' },
    ({ id: _id, user_id: _user, invitee_id: _invitee, order_id: _order, ...row }) => row,
  ),
  ownRecord(
    'agent',
    { table: 'agents', owner: 'user_id', key: 'user_id' },
    ({ user_id: _user, ...row }) => row,
  ),
  ownRecord(
    'payout',
    { table: 'payouts', owner: 'user_id', key: 'id' },
    only('amount', 'state', 'account', 'note', 'created_at', 'ended_at'),
  ),
  ownRecord(
    'bought_code',
    { table: 'redemptions', owner: 'seller_id', key: 'id' },
    only('name', 'quota', 'price', 'status', 'created_time', 'redeemed_time', 'deleted_at'),
  ),
  ownRecord(
    'redeemed_code',
    { table: 'redemptions', owner: 'used_user_id', key: 'id' },
    only('quota', 'redeemed_time'),
  ),
  ownRecord(
    'registration_code',
    { table: 'registration_codes', owner: 'creator_id', key: 'id' },
    ({ code_hash: _hash, creator_id: _creator, ...row }) => row,
  ),
  ownRecord(
    'registration',
    { table: 'registration_code_uses', owner: 'user_id', key: 'code_id' },
    only('used_at'),
  ),
  ownRecord('task', { table: 'tasks', owner: 'user_id', key: 'id' }, (row, context) => ({
    ...only<typeof row>('platform', 'token_name', 'model_name', 'quota', 'charge')(row),
    ...(row.notify_hook === '' ? {} : { notify_hook: row.notify_hook }),
    ...presentTask(context, row, context.language),
  })),
  ownRecord('file', { table: 'files', owner: 'user_id', key: 'id' }, presentFile),
  ownRecord('batch', { table: 'batches', owner: 'user_id', key: 'id' }, (row) => ({
    ...only<typeof row>('token_name', 'charge', 'ip')(row),
    ...presentBatch(row),
  })),
];
