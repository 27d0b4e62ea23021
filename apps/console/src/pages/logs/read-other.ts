import { type LogEntry, type LogOther, logOther } from '@tollgate/contract';
import { type ChargeExplanation, explainCharge, readChargeFactors } from '@tollgate/pricing';

const READ = new WeakMap<LogEntry, LogOther>();

/** The `other` JSON of a row, read once; empty where there is none or it can't be read. */
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

/** The charge of a row taken apart, where it was a paid call. */
export function explainRow(row: LogEntry): ChargeExplanation | undefined {
  const factors = readChargeFactors(row);
  return factors && explainCharge(factors);
}
