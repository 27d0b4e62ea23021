import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditEntry, AuditSubject } from '@tollgate/contract';
import type { Kysely } from 'kysely';
import { insertAuditRows, type NewAuditRow } from '../../store/audit-repository.ts';
import type { Database } from '../../store/schema.ts';
import type { Store } from '../../store/open-store.ts';
import { describeChanges } from './describe-changes.ts';

/** Who does what, from where: what all entries of one action share. */
export interface AuditAction {
  actor: { id: number; username: string; role: number };
  ip: string;
  credential: AuditEntry['credential'];
  action: string;
  subject: string;
  requestId: string;
  /** Seconds. */
  at: number;
  /** What was asked for, in case the use case tells nothing better. */
  asked: AuditedChange;
}

/** One object that an action changed. */
export interface AuditedChange {
  id?: number | string;
  name?: string | undefined;
  before?: Readonly<Record<string, unknown>> | undefined;
  after?: Readonly<Record<string, unknown>> | undefined;
  reason?: string | undefined;
  /** Fields that are others now although both sides show the same, as of masked secrets. */
  replaced?: readonly string[];
  /** What kind of object it is, where the action is about several kinds. */
  subject?: AuditSubject;
}

interface Scope {
  readonly action: AuditAction;
  /** Told by the transaction that runs. */
  noted: AuditedChange[];
  /** The transaction that runs changed nothing of what was asked for. */
  isUnchanged: boolean;
  isWritten: boolean;
  isRefused: boolean;
  isOver: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();

/**
 * Runs an administrator's action. Every transaction inside writes the entry of what it changes itself
 * (`withAuditedTransactions`); an action without any has its entry written when it is done. One that
 * throws, or whose transaction was rolled back, leaves none.
 */
export async function runAudited<Result>(
  db: Kysely<Database>,
  action: AuditAction,
  work: () => Promise<Result>,
): Promise<Result> {
  const scope: Scope = {
    action,
    noted: [],
    isUnchanged: false,
    isWritten: false,
    isRefused: false,
    isOver: false,
  };
  try {
    const result = await scopes.run(scope, work);
    if (!scope.isWritten && !scope.isRefused) await insertAuditRows(db, rowsOf(scope));
    return result;
  } finally {
    // What goes on in the background is not what was asked for.
    scope.isOver = true;
  }
}

/** Begins work that goes on behind the action that asked for it: no transaction of it is that action's. */
export function runUnaudited<Result>(work: () => Result): Result {
  return scopes.exit(work);
}

/** Tells the audit log which object changes how. Does nothing outside of an administrator's action. */
export function noteAudited(change: AuditedChange): void {
  const scope = scopes.getStore();
  if (scope && !scope.isOver) scope.noted.push(change);
}

/** Tells the audit log that what is asked for is so already: what nobody changed leaves no entry. */
export function noteUnchanged(): void {
  const scope = scopes.getStore();
  if (scope && !scope.isOver) scope.isUnchanged = true;
}

/** The store whose transactions write the entries of the action that they belong to. */
export function withAuditedTransactions(store: Store): Store {
  const transaction: Store['transaction'] = async (work) => {
    const scope = scopes.getStore();
    if (!scope || scope.isOver) return store.transaction(work);
    const told = scope.noted;
    try {
      const result = await store.transaction(async (trx) => {
        // A transaction that is tried again tells everything again.
        scope.noted = [...told];
        scope.isUnchanged = false;
        const done = await work(trx);
        const isTold = scope.isWritten || scope.isUnchanged;
        if (scope.noted.length > 0 || !isTold) await insertAuditRows(trx, rowsOf(scope));
        return done;
      });
      scope.isWritten = true;
      return result;
    } catch (error) {
      scope.isRefused = true;
      throw error;
    } finally {
      scope.noted = [];
    }
  };
  // The rest is looked up in the store itself: `isUp` changes.
  return Object.create(store, {
    // Tests replace it, as they do with that of the store.
    transaction: { value: transaction, writable: true },
  }) as Store;
}

function rowsOf({ action, noted }: Scope): NewAuditRow[] {
  return (noted.length > 0 ? noted : [action.asked]).map((change) => toRow(action, change));
}

function toRow(action: AuditAction, change: AuditedChange): NewAuditRow {
  const { actor, ip, credential, subject, requestId, at } = action;
  return {
    created_at: at,
    actor_id: actor.id,
    actor_name: actor.username,
    actor_role: actor.role,
    ip,
    credential,
    action: action.action,
    subject: change.subject ?? subject,
    object_id: String(change.id ?? ''),
    object_name: (change.name ?? '').slice(0, 200),
    reason: (change.reason ?? action.asked.reason ?? '').slice(0, 500),
    changes: JSON.stringify(describeChanges(change.before, change.after, change.replaced)),
    request_id: requestId,
  };
}
