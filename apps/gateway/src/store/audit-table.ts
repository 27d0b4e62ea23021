import type { Generated } from 'kysely';

/** What an administrator did to one object. Append only. */
export interface AuditTable {
  id: Generated<number>;
  created_at: number;
  /** 0 for a command run on the machine. */
  actor_id: number;
  actor_name: string;
  actor_role: number;
  ip: string;
  credential: string;
  action: string;
  subject: string;
  object_id: string;
  object_name: string;
  reason: string;
  /** `AuditChange[]` of the contract, as JSON. */
  changes: string;
  request_id: string;
}
