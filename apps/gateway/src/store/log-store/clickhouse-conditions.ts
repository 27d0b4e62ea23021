import { isPattern, type LogFilter, type LogKeyword } from '../log-filter.ts';
import { likeContaining, likePattern } from '../search.ts';

/** Quotes a text so that ClickHouse reads back exactly the same. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&').replaceAll('\0', '\\0')}'`;
}

/** Formats an integer for a statement; throws a RangeError for anything else. */
export function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no integer`);
  return String(value);
}

const NONE = '1 = 0';
const isOneOf = (column: string, values: readonly string[]) =>
  values.length === 0 ? NONE : `${column} IN (${values.join(', ')})`;
const like = (column: string, pattern: string) =>
  `lowerUTF8(${column}) LIKE ${quoted(pattern.toLowerCase())}`;

/** Returns the conditions of a filter, equivalent to those of `matchRows`; each is self-contained. */
export function conditionsOf(filter: LogFilter): string[] {
  const { userIds, apiKeyIds, modelName, modelNames, keyword } = filter;
  const conditions: (string | false | undefined | 0)[] = [
    userIds && isOneOf('user_id', userIds.map(integer)),
    apiKeyIds && isOneOf('token_id', apiKeyIds.map(integer)),
    filter.type && `type = ${integer(filter.type)}`,
    filter.refunds && 'is_refund = 1',
    filter.apiKeyName && `token_name = ${quoted(filter.apiKeyName)}`,
    modelNames && isOneOf('model_name', modelNames.map(quoted)),
    modelName &&
      (isPattern(filter)
        ? like('model_name', likePattern(modelName))
        : `model_name = ${quoted(modelName)}`),
    filter.group && `group_name = ${quoted(filter.group)}`,
    filter.channelId && `channel_id = ${integer(filter.channelId)}`,
    filter.requestId && `request_id = ${quoted(filter.requestId)}`,
    keyword && matchesKeyword(keyword),
    filter.start && `created_at >= ${integer(filter.start)}`,
    filter.end && `created_at <= ${integer(filter.end)}`,
  ];
  return conditions.filter(
    (condition): condition is string => typeof condition === 'string' && condition !== '',
  );
}

function matchesKeyword({ text, userIds }: LogKeyword): string {
  const pattern = likeContaining(text);
  const alternatives = [like('token_name', pattern), like('model_name', pattern)];
  if (userIds.length > 0) alternatives.push(isOneOf('user_id', userIds.map(integer)));
  return `(${alternatives.join(' OR ')})`;
}
