import { type LogEntry, type LogOther, logOther } from '@tollgate/contract';
import { type ChargeExplanation, explainCharge, readChargeFactors } from '@tollgate/pricing';

const READ = new WeakMap<LogEntry, LogOther>();

/** Parses a row's `other` JSON, once; empty if it is missing or invalid. */
export function readOther(row: LogEntry): LogOther {
  const known = READ.get(row) ?? parseOther(row);
  READ.set(row, known);
  return known;
}

function parseOther({ other }: LogEntry): LogOther {
  if (other === '') return {};
  try {
    return logOther.parse(JSON.parse(other));
  } catch {
    return {};
  }
}

/** Itemizes the charge of a row, if it was a paid call. */
export function explainRow(row: LogEntry): ChargeExplanation | undefined {
  const factors = readChargeFactors(row);
  return factors && explainCharge(factors);
}
