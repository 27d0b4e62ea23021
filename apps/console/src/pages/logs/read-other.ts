import { type LogEntry, type LogOther, logOther } from '@tollgate/contract';
import { type ChargeExplanation, explainCharge } from '@tollgate/pricing';

/** The `other` JSON of a row; empty where there is none or it can't be read. */
export function readOther({ other }: LogEntry): LogOther {
  if (other === '') return {};
  try {
    return logOther.parse(JSON.parse(other));
  } catch {
    return {};
  }
}

/** The charge of a row taken apart, where it was a paid call. */
export function explainRow(row: LogEntry, other: LogOther): ChargeExplanation | undefined {
  if (other.group_ratio === undefined) return undefined;
  return explainCharge({
    promptTokens: row.prompt_tokens,
    completionTokens: row.completion_tokens,
    cachedTokens: other.cache_tokens,
    cacheWriteTokens: other.cache_write_tokens,
    modelRatio: other.model_ratio,
    completionRatio: other.completion_ratio,
    cacheRatio: other.cache_ratio,
    cacheWriteRatio: other.cache_write_ratio,
    groupRatio: other.group_ratio,
    modelPrice: other.model_price,
    quotaPerUnit: other.quota_per_unit,
  });
}
