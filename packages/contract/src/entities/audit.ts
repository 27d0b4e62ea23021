import { z } from 'zod';

/** Objects that administrators act on. An endpoint names one as `audit`. */
export const AUDIT_SUBJECTS = [
  'account',
  'announcement',
  'backup',
  'batch',
  'channel',
  'configuration',
  'invitation',
  'log',
  'node',
  'notification',
  'option',
  'order',
  'payout',
  'price',
  'redemption',
  'registrationCode',
  'session',
  'system',
  'team',
  'token',
  'traffic',
  'user',
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

/**
 * How the actor was authenticated; `command` stands for a command run on the machine, without a credential.
 */
export const AUDIT_CREDENTIALS = ['session', 'access-token', 'command'] as const;

/** One field before and after. Secrets are masked; `undefined` means it was absent. */
export const auditChange = z.object({
  field: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
  /** Present if the values are quota. */
  is_quota: z.literal(true).optional(),
});
export type AuditChange = z.output<typeof auditChange>;

/** One administrative action on one object. */
export const auditEntry = z.object({
  id: z.number().int(),
  created_at: z.number().int(),
  actor_id: z.number().int(),
  actor_name: z.string(),
  actor_role: z.number().int(),
  /** Empty for commands, and for actors above the reader's role. */
  ip: z.string(),
  credential: z.enum(AUDIT_CREDENTIALS),
  /** The endpoint's name, or that of an action without one. */
  action: z.string(),
  subject: z.string(),
  /** Empty if the action has no single object. */
  object_id: z.string(),
  object_name: z.string(),
  reason: z.string(),
  changes: z.array(auditChange),
  request_id: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;
