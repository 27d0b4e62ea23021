import type { OwnerKind } from '../lease-account.ts';
import type { LeaseRequest } from '../backend.ts';
import type { WalletStatements } from './sqlite-statements.ts';

/** Takes a lease out of what is free; answers its size, 0 when refused. */
export function acquireLease(
  statements: WalletStatements,
  nodeId: string,
  request: LeaseRequest,
  now: number,
): number {
  const free =
    (statements.readFree[request.kind].get(request.ownerId) as { free: number } | undefined)
      ?.free ?? 0;
  const amount = request.choose(free);
  if (amount <= 0) return 0;
  const { changes } = statements.hold[request.kind].run({ amount, id: request.ownerId });
  if (changes === 0) return 0;
  statements.addLease.run({ nodeId, kind: request.kind, ownerId: request.ownerId, amount, now });
  return amount;
}

/** Gives a part of a lease back. */
export function releaseLease(
  statements: WalletStatements,
  nodeId: string,
  kind: OwnerKind,
  ownerId: number,
  amount: number,
): void {
  statements.unhold[kind].run({ amount, id: ownerId });
  statements.reduceLease.run({ nodeId, kind, ownerId, amount });
  statements.dropEmptyLease.run({ nodeId, kind, ownerId });
}

/** Gives all leases back, those of nodes of earlier names too: a SQLite database has one process. */
export function dropAllLeases(statements: WalletStatements): void {
  const leases = statements.listLeases.all() as {
    owner_kind: OwnerKind;
    owner_id: number;
    amount: number;
  }[];
  for (const { owner_kind: kind, owner_id: id, amount } of leases)
    statements.unhold[kind].run({ amount, id });
  statements.deleteLeases.run();
}
