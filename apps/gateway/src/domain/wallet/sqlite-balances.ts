import type { OwnerKind } from './account.ts';
import type { BalanceChange, LeaseRequest } from './backend.ts';
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

/** Books a change of a balance; refused below 0 and below what is held. The same key books once. A transfer comes out of the user's earnings. */
export function changeBalance(
  statements: WalletStatements,
  change: BalanceChange,
): { quota: number } | 'unknown-user' | 'below-zero' {
  const before = statements.readUser.get(change.userId) as { quota: number } | undefined;
  if (!before) return 'unknown-user';
  if (statements.findLedger.get(change.idempotencyKey)) return { quota: before.quota };
  if (
    change.kind === 'transfer' &&
    statements.takeEarnings.run({ id: change.userId, amount: change.delta }).changes === 0
  )
    return 'below-zero';
  if (statements.changeUser.run({ id: change.userId, delta: change.delta }).changes === 0)
    return 'below-zero';
  statements.insertLedger.run({
    user_id: change.userId,
    created_at: change.createdAt,
    kind: change.kind,
    amount: change.delta,
    balance_after: before.quota + change.delta,
    idempotency_key: change.idempotencyKey,
    actor_id: change.actorId,
    reason: change.reason,
    reference: change.reference,
  });
  if (change.kind === 'topup' || change.kind === 'redemption')
    statements.addTopup.run(change.delta, change.userId);
  return { quota: before.quota + change.delta };
}

/** Changes the own limit of a key; refused below 0 and below what is held. */
export function changeTokenLimit(
  statements: WalletStatements,
  tokenId: number,
  delta: number,
): { remainQuota: number } | 'unknown-token' | 'below-zero' {
  const before = statements.readToken.get(tokenId) as { remain_quota: number } | undefined;
  if (!before) return 'unknown-token';
  if (statements.changeToken.run({ id: tokenId, delta }).changes === 0) return 'below-zero';
  return { remainQuota: before.remain_quota + delta };
}
