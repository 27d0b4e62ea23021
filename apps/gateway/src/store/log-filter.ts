import { expressionBuilder, sql, type SqlBool } from 'kysely';
import type { Database, Db } from './schema.ts';
import { containsText, matchesPattern } from './search.ts';

/** 0 and '' mean no filter. Times in seconds, both inclusive. */
export interface LogFilter {
  /** Owners of the rows; undefined means everybody, an empty list nobody. */
  userIds?: readonly number[] | undefined;
  /** Only calls by these keys. */
  apiKeyIds?: readonly number[] | undefined;
  type?: number;
  /** Only refunds. */
  refunds?: boolean;
  apiKeyName?: string;
  modelName?: string;
  /** Treats % in modelName as a wildcard. */
  allowWildcard?: boolean;
  /** Any of these, instead of modelName. */
  modelNames?: readonly string[];
  group?: string;
  channelId?: number;
  requestId?: string;
  keyword?: LogKeyword;
  start?: number;
  end?: number;
}

/** A text contained in the name of the key or of the model; alternatively one of these users. */
export interface LogKeyword {
  text: string;
  userIds: readonly number[];
  /** The names that contain the text, if they were looked up and are few. */
  apiKeyNames?: readonly string[] | undefined;
  modelNames?: readonly string[] | undefined;
}

/** Prefix of `other` of a refund: other grants are not refunds. */
export const REFUND_ROW = '{"event":"task_refunded"%';

const NONE = sql<SqlBool>`1 = 0`;

/** Selects the matching rows of the log. */
export function filterRows(db: Db, filter: LogFilter) {
  // Rows that are about to be removed have a negative type.
  return matchRows(db, filter).where('type', '>=', 0);
}

/** Selects the matching rows, including those about to be removed (`filterRows`). */
export function matchRows(db: Db, filter: LogFilter) {
  let query = db.selectFrom('logs');
  const { userIds, modelName, modelNames } = filter;
  if (userIds)
    query = userIds.length === 0 ? query.where(NONE) : query.where('user_id', 'in', userIds);
  if (filter.apiKeyIds)
    query =
      filter.apiKeyIds.length === 0
        ? query.where(NONE)
        : query.where('token_id', 'in', filter.apiKeyIds);
  if (filter.type) query = query.where('type', '=', filter.type);
  if (filter.refunds) query = query.where('other', 'like', REFUND_ROW);
  if (filter.apiKeyName) query = query.where('token_name', '=', filter.apiKeyName);
  if (modelNames)
    query =
      modelNames.length === 0 ? query.where(NONE) : query.where('model_name', 'in', modelNames);
  if (modelName)
    query = isPattern(filter)
      ? query.where(matchesPattern<'logs'>('model_name', modelName))
      : query.where('model_name', '=', modelName);
  if (filter.group) query = query.where('group', '=', filter.group);
  if (filter.channelId) query = query.where('channel_id', '=', filter.channelId);
  if (filter.requestId) query = query.where('request_id', '=', filter.requestId);
  if (filter.keyword) query = query.where(matchesKeyword(filter.keyword));
  if (filter.start) query = query.where('created_at', '>=', filter.start);
  if (filter.end) query = query.where('created_at', '<=', filter.end);
  return query;
}

function matchesKeyword({ text, userIds, apiKeyNames, modelNames }: LogKeyword) {
  const named = (column: 'token_name' | 'model_name', names: readonly string[] | undefined) =>
    names === undefined ? containsText<'logs'>(column, text) : isOneOf(column, names);
  const { eb, or } = expressionBuilder<Database, 'logs'>();
  return or([
    named('token_name', apiKeyNames),
    named('model_name', modelNames),
    ...(userIds.length === 0 ? [] : [eb('user_id', 'in', userIds)]),
  ]);
}

function isOneOf(column: 'token_name' | 'model_name', names: readonly string[]) {
  return names.length === 0 ? NONE : expressionBuilder<Database, 'logs'>()(column, 'in', names);
}

/** Returns whether the model name contains wildcards that are in effect. */
export function isPattern({ allowWildcard, modelName }: LogFilter): boolean {
  return allowWildcard === true && modelName?.includes('%') === true;
}
