import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditEntry, AuditSubject } from '@tollgate/contract';
import { insertAuditRows, type NewAuditRow } from '../../store/audit-repository.ts';
import type { Db } from '../../store/schema.ts';
import type { Store } from '../../store/open-store.ts';
import { describeChanges } from './describe-changes.ts';

/** What all entries of one action share: who does what, from where. */
export interface AuditAction {
  actor: { id: number; username: string; role: number };
  ip: string;
  credential: AuditEntry['credential'];
  action: string;
  subject: string;
  requestId: string;
  /** Unix seconds. */
  at: number;
  /** The requested change, used if the use case reports nothing more specific. */
  asked: AuditedChange;
}

/** One object that an action changed. */
export interface AuditedChange {
  id?: number | string;
  name?: string | undefined;
  before?: Readonly<Record<string, unknown>> | undefined;
  after?: Readonly<Record<string, unknown>> | undefined;
  reason?: string | undefined;
  /** Fields that changed although both sides look the same, such as masked secrets. */
  replaced?: readonly string[];
  /** The kind of object, if the action is about several kinds. */
  subject?: AuditSubject;
}

interface Scope {
  readonly action: AuditAction;
  /** Changes reported by the running transaction. */
  reported: AuditedChange[];
  /** Whether the running transaction changed nothing of what was requested. */
  isUnchanged: boolean;
  isWritten: boolean;
  isRefused: boolean;
  isOver: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();

/**
 * Runs an administrator's action. Every transaction inside writes the entries of its own changes
 * (`withAuditedTransactions`); an action without transactions has its entry written at the end. An action
 * that throws, or whose transaction was rolled back, leaves no entry.
 */
export async function runAudited<Result>(
  db: Db,
  action: AuditAction,
  work: () => Promise<Result>,
): Promise<Result> {
  const scope: Scope = {
    action,
    reported: [],
    isUnchanged: false,
    isWritten: false,
    isRefused: false,
    isOver: false,
  };
  try {
    const result = await scopes.run(scope, work);
    const isOpen = !scope.isWritten && !scope.isRefused && !scope.isUnchanged;
    if (isOpen) await insertAuditRows(db, rowsOf(scope));
    return result;
  } finally {
    // Work that continues in the background is not part of the action.
    scope.isOver = true;
  }
}

/**
 * Starts work that continues in the background; its transactions are not part of the action that requested
 * it.
 */
export function runUnaudited<Result>(work: () => Result): Result {
  return scopes.exit(work);
}

/** Reports to the audit log how an object changes. Does nothing outside an administrator's action. */
export function noteAudited(change: AuditedChange): void {
  const scope = scopes.getStore();
  if (scope && !scope.isOver) scope.reported.push(change);
}

/**
 * Reports to the audit log that the requested state is already in place, or that the change is about to be
 * refused although its transaction is committed: no change leaves no entry.
 */
export function reportUnchanged(): void {
  const scope = scopes.getStore();
  if (scope && !scope.isOver) scope.isUnchanged = true;
}

/** Wraps the store so that transactions write the audit entries of the action that they belong to. */
export function withAuditedTransactions(store: Store): Store {
  const transaction: Store['transaction'] = async (work) => {
    const scope = scopes.getStore();
    if (!scope || scope.isOver) return store.transaction(work);
    const reportedBefore = scope.reported;
    try {
      const result = await store.transaction(async (trx) => {
        // A retried transaction reports everything again.
        scope.reported = [...reportedBefore];
        scope.isUnchanged = false;
        const done = await work(trx);
        const isRecorded = scope.isWritten || scope.isUnchanged;
        if (scope.reported.length > 0 || !isRecorded) await insertAuditRows(trx, rowsOf(scope));
        return done;
      });
      scope.isWritten = true;
      return result;
    } catch (error) {
      scope.isRefused = true;
      throw error;
    } finally {
      scope.reported = [];
    }
  };
  // Everything else is inherited from the store itself, because `isUp` changes.
  return Object.create(store, {
    // Writable so that tests can replace it, as they do with the store's.
    transaction: { value: transaction, writable: true },
  }) as Store;
}

function rowsOf({ action, reported }: Scope): NewAuditRow[] {
  return (reported.length > 0 ? reported : [action.asked]).map((change) => toRow(action, change));
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
