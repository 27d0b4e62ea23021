/** Write-off and payment of a charge: what there is to pay it from. */
export interface ChargeSources {
  /** What finished calls cost. */
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
  /** The part that nothing covers; it is written off. */
  writeOff: number;
}

/**
 * Splits a charge into what the balance pays and the write-off: the node's own lease pays first,
 * then what nobody holds, and the rest is written off. Other nodes' leases are never touched. All
 * amounts are quota units.
 */
export function splitCharge({ total, lease, quota, held }: ChargeSources): ChargeParts {
  const fromLease = Math.min(total, Math.max(0, lease));
  const fromFree = Math.min(total - fromLease, Math.max(0, quota - held));
  return { fromLease, fromFree, writeOff: total - fromLease - fromFree };
}
