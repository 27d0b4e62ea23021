import type { CallRecord } from './call-record.ts';

export interface JudgedCalls {
  calls: number;
  /** Complete responses. */
  served: number;
  /** Calls that the client ended on purpose. */
  left: number;
  /** Calls refused with 402, of callers whose balance is too small for the run. */
  refusedForBalance: number;
  /** All other refused calls. */
  refused: number;
  /** Those of them that were not short: callers who can pay, or a wrong reason. */
  refusedWrongly: number;
  /** Reasons of all of them: status, code and number. */
  reasons: string;
  unreachable: number;
  cut: number;
  /** Streams that ended early without an error event. */
  cutSilently: number;
  /** Complete responses that were not charged, or charged less than their price. */
  lost: number;
  /** Partial responses that were delivered and not charged. */
  free: number;
  /** The same, if the gateway was killed in the middle of the stream. */
  freeByKill: number;
  /** Calls charged more than once, more than the price, or although refused. */
  overcharged: number;
  /** Charges in excess of the calls without a response, which belong to no call. */
  unknownCharges: number;
}

/** Status of a refusal for lack of balance. */
const NO_BALANCE = 402;
/** Status where the balance would have to be looked up, and nobody can: a lease needs the database. */
const UNKNOWN_BALANCE = 503;

type Verdict = 'right' | 'lost' | 'free' | 'overcharged';

/**
 * Compares what clients received with what was charged.
 * @param charges quota of every charge in the log, by request id
 * @param killed whether gateways were killed, so that streams may end early without an error event
 */
export function judgeCalls(
  records: readonly CallRecord[],
  charges: ReadonlyMap<string, readonly number[]>,
  killed: boolean,
): JudgedCalls {
  const judged = records.map((record) => ({
    ...record,
    verdict: judgeCall(record, charges.get(record.requestId ?? '') ?? []),
    isSilentCut: record.ending === 'cut' && !record.hasErrorEvent,
    isShort: record.ending === 'refused' && !record.funded && record.status === NO_BALANCE,
  }));
  const count = (holds: (one: (typeof judged)[number]) => boolean) => judged.filter(holds).length;
  const refused = judged.filter(({ ending, isShort }) => ending === 'refused' && !isShort);
  const known = new Set(records.map(({ requestId }) => requestId));
  const unseen = [...charges.keys()].filter((id) => !known.has(id)).length;
  return {
    calls: records.length,
    served: count(({ ending }) => ending === 'complete'),
    left: count(({ ending }) => ending === 'left'),
    refusedForBalance: count(({ isShort }) => isShort),
    refused: refused.length,
    refusedWrongly: refused.filter(({ funded, status }) => funded || status !== UNKNOWN_BALANCE)
      .length,
    reasons: countReasons(refused),
    unreachable: count(({ ending }) => ending === 'unreachable'),
    cut: count(({ ending }) => ending === 'cut'),
    cutSilently: count(({ isSilentCut }) => isSilentCut),
    lost: count(({ verdict }) => verdict === 'lost'),
    free: count(({ verdict, isSilentCut }) => verdict === 'free' && !(killed && isSilentCut)),
    freeByKill: count(({ verdict, isSilentCut }) => verdict === 'free' && killed && isSilentCut),
    overcharged: count(({ verdict }) => verdict === 'overcharged'),
    unknownCharges: Math.max(0, unseen - count(({ requestId }) => requestId === undefined)),
  };
}

function countReasons(refused: readonly CallRecord[]): string {
  const counts = new Map<string, number>();
  for (const { status, code } of refused) {
    const reason = `${status} ${code}`;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, times]) => `${reason} ×${times}`).join(', ');
}

function judgeCall(record: CallRecord, charges: readonly number[]): Verdict {
  const { ending, price, priceMax, delivered } = record;
  const [charged] = charges;
  if (charges.length > 1) return 'overcharged';
  if (ending === 'refused') return charged === undefined ? 'right' : 'overcharged';
  if (ending === 'complete') {
    if (charged === undefined || charged < price) return 'lost';
    return charged > price ? 'overcharged' : 'right';
  }
  if (charged !== undefined) return charged > priceMax ? 'overcharged' : 'right';
  return delivered > 0 ? 'free' : 'right';
}
