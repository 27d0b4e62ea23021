/** What a charge can be paid from; the rest is a write-off. */
export interface ChargeSources {
  /** The cost of finished calls. */
  total: number;
  /** What the node holds of the balance for these calls. */
  lease: number;
  /** The stored balance. */
  quota: number;
  /** What all nodes hold of it, this node's lease included. */
  held: number;
}

export interface ChargeParts {
  fromLease: number;
  /** Paid from the part of the balance that no node holds. */
  fromFree: number;
  /** The part that nothing covers and is written off. */
  writeOff: number;
}

/**
 * Splits a charge into what the balance pays and the write-off: the node's own lease pays first, then the
 * part of the balance that no node holds, and the rest is written off. Other nodes' leases are never touched.
 * All amounts are in quota.
 */
export function splitCharge({ total, lease, quota, held }: ChargeSources): ChargeParts {
  const fromLease = Math.min(total, Math.max(0, lease));
  const fromFree = Math.min(total - fromLease, Math.max(0, quota - held));
  return { fromLease, fromFree, writeOff: total - fromLease - fromFree };
}
