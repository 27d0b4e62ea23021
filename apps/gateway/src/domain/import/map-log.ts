import {
  LOG_CONSUME,
  LOG_ERROR,
  LOG_MANAGE,
  LOG_OTHER,
  LOG_SYSTEM,
  LOG_TOPUP,
} from '@tollgate/contract';
import type { SourceRow } from '../../store/import-source/import-source.ts';
import type { Family } from './source-family.ts';
import {
  countOf,
  flagOf,
  integerOf,
  objectOf,
  quotaOf,
  shortTextOf,
  sourceIdOf,
  textOf,
  timeOf,
} from './source-values.ts';

/** A row of the log of another gateway, in our terms; ids are those of the source. */
export interface ImportedLog {
  sourceId: number;
  createdAt: number;
  type: number;
  userSourceId: number;
  username: string;
  /** 0 if the source stores only the name. */
  keySourceId: number;
  keyName: string;
  channelSourceId: number;
  modelName: string;
  group: string;
  quota: number;
  /** The refunded quota; 0 if none. */
  refunded: number;
  promptTokens: number;
  completionTokens: number;
  useSeconds: number;
  isStream: boolean;
  content: string;
  /** The source's own price details, as an object. */
  other: Record<string, unknown>;
  requestId: string;
  /** '' if the source stores none. */
  upstreamRequestId: string;
  ip: string;
}

const SAME = new Set([LOG_TOPUP, LOG_CONSUME, LOG_MANAGE, LOG_SYSTEM]);
const MILLISECONDS = 1000;
/** Upper bound of a call's charge, in quota units: two million dollars. */
const CALL_QUOTA_MAX = 1_000_000_000_000;
/** Refunds of new-api, which are rows of their own. */
const NEW_API_REFUND = 6;

/** Reads a row of `logs`. */
export function mapLog(family: Family, row: SourceRow): ImportedLog {
  const type = integerOf(row, 'type');
  const other = objectOf(textOf(row, family === 'one-hub' ? 'metadata' : 'other')) ?? {};
  const type5 = family === 'new-api' ? LOG_ERROR : LOG_OTHER;
  const isCall = type === LOG_CONSUME;
  const quota = Math.min(CALL_QUOTA_MAX, Math.max(0, quotaOf(row, 'quota').quota));
  const isRefund = family === 'new-api' && type === NEW_API_REFUND;
  return {
    sourceId: sourceIdOf(row),
    createdAt: timeOf(row, 'created_at'),
    type: isRefund ? LOG_SYSTEM : SAME.has(type) ? type : type === LOG_ERROR ? type5 : LOG_OTHER,
    userSourceId: integerOf(row, 'user_id'),
    username: shortTextOf(row, 'username'),
    keySourceId: integerOf(row, 'token_id'),
    keyName: shortTextOf(row, 'token_name'),
    channelSourceId: integerOf(row, 'channel_id'),
    modelName: shortTextOf(row, 'model_name'),
    group: shortTextOf(row, 'group') || shortTextOf(other, 'group_name'),
    quota: isCall ? quota : 0,
    refunded: isRefund ? quota : 0,
    promptTokens: countOf(row, 'prompt_tokens'),
    completionTokens: countOf(row, 'completion_tokens'),
    useSeconds: secondsOfCall(family, row),
    isStream: flagOf(row, 'is_stream'),
    content: textOf(row, 'content'),
    other,
    requestId: shortTextOf(row, 'request_id'),
    upstreamRequestId: shortTextOf(row, 'upstream_request_id'),
    ip: shortTextOf(row, 'ip') || shortTextOf(row, 'source_ip'),
  };
}

/** new-api stores seconds, the others milliseconds. */
function secondsOfCall(family: Family, row: SourceRow): number {
  if (family === 'new-api') return countOf(row, 'use_time');
  const column = family === 'one-api' ? 'elapsed_time' : 'request_time';
  return Math.round(countOf(row, column) / MILLISECONDS);
}
