import {
  REDEMPTION_DISABLED,
  REDEMPTION_UNUSED,
  REDEMPTION_USED,
  toReadableName,
} from '@tollgate/contract';
import type { SourceRow } from '../../store/import-source/import-source.ts';
import type { ImportFindings } from './import-findings.ts';
import {
  integerOf,
  quotaOf,
  secondsOf,
  shortTextOf,
  sourceIdOf,
  textOf,
  timeOf,
} from './source-values.ts';

/** A redemption code of another gateway, in our terms; ids are those of the source. */
export interface ImportedRedemption {
  sourceId: number;
  creatorSourceId: number;
  name: string;
  code: string;
  quota: number;
  status: number;
  createdAt: number;
  redeemedAt: number;
  /** 0 if unknown. */
  redeemerSourceId: number;
  deletedAt: number | null;
}

/** Reads a row of `redemptions`; undefined if the code is worth nothing. `now` is in seconds. */
export function mapRedemption(
  row: SourceRow,
  findings: ImportFindings,
  now: number,
): ImportedRedemption | undefined {
  const sourceId = sourceIdOf(row);
  const code = textOf(row, 'key').trim();
  const { quota } = quotaOf(row, 'quota');
  const name = toReadableName(shortTextOf(row, 'name'));
  if (quota <= 0 || code === '') {
    findings.add('codes', 'code_without_value', name || sourceId, quota);
    return undefined;
  }
  const expiry = integerOf(row, 'expired_time');
  const status = integerOf(row, 'status', REDEMPTION_DISABLED);
  const isExpired = status === REDEMPTION_UNUSED && expiry > 0 && expiry <= now;
  if (isExpired) findings.add('codes', 'code_expired', name || sourceId);
  const deletedAt = secondsOf(row, 'deleted_at') ?? null;
  const end = timeOf(row, 'expired_time');
  if (end > now && status !== REDEMPTION_USED && deletedAt === null)
    findings.add('codes', 'code_expiry_dropped', name || sourceId, dayOf(end));
  const isKnownStatus = [REDEMPTION_UNUSED, REDEMPTION_DISABLED, REDEMPTION_USED].includes(status);
  return {
    sourceId,
    creatorSourceId: integerOf(row, 'user_id'),
    name,
    code,
    quota,
    status: isExpired || !isKnownStatus ? REDEMPTION_DISABLED : status,
    createdAt: timeOf(row, 'created_time'),
    redeemedAt: timeOf(row, 'redeemed_time'),
    redeemerSourceId: integerOf(row, 'used_user_id'),
    deletedAt,
  };
}

const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
