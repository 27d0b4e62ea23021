import { sql } from 'kysely';
import { SKEW_SECONDS } from '../platform/clock.ts';
import type { Db } from './schema.ts';

/** A code's purpose, and the recipient as a keyed hash. */
export interface CodeKey {
  purpose: string;
  subject: string;
}

export interface NewCode extends CodeKey {
  codeHash: string;
  now: number;
  expiresAt: number;
}

/** How often codes may be sent: seconds and number of mails. */
export interface CodePace {
  gapSeconds: number;
  windowSeconds: number;
  perWindow: number;
}

/** Stores a code in place of the previous one; returns false, with nothing changed, if that is too soon. */
export async function replaceCode(db: Db, code: NewCode, pace: CodePace): Promise<boolean> {
  const { purpose, subject, codeHash, now, expiresAt } = code;
  // Later times are from before the clock jumped backward: they would delay the next mail by as long.
  const ahead = now + SKEW_SECONDS;
  const windowOver = sql<boolean>`(mail_codes.window_at <= ${now - pace.windowSeconds}
    OR mail_codes.window_at > ${ahead})`;
  const rows = await db
    .insertInto('mail_codes')
    .values({
      purpose,
      subject,
      code_hash: codeHash,
      created_at: now,
      expires_at: expiresAt,
      tries: 0,
      used_at: null,
      window_at: now,
      sent: 1,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['purpose', 'subject'])
        .doUpdateSet({
          code_hash: codeHash,
          created_at: now,
          expires_at: expiresAt,
          tries: 0,
          used_at: null,
          window_at: sql`CASE WHEN ${windowOver} THEN ${now} ELSE mail_codes.window_at END`,
          sent: sql`CASE WHEN ${windowOver} THEN 1 ELSE mail_codes.sent + 1 END`,
        })
        .where((where) =>
          where.or([
            where('mail_codes.created_at', '<=', now - pace.gapSeconds),
            where('mail_codes.created_at', '>', ahead),
          ]),
        )
        .where((where) => where.or([where('mail_codes.sent', '<', pace.perWindow), windowOver])),
    )
    .returning('sent')
    .execute();
  return rows.length > 0;
}

/** Returns when the last code was created, and how many were sent since when. */
export function findCode(db: Db, { purpose, subject }: CodeKey) {
  return db
    .selectFrom('mail_codes')
    .select(['created_at', 'window_at', 'sent'])
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Counts an attempt and returns the hash to compare with; undefined when no code may be attempted. */
export async function takeTry(
  db: Db,
  { purpose, subject }: CodeKey,
  { now, triesMax }: { now: number; triesMax: number },
): Promise<string | undefined> {
  const row = await db
    .updateTable('mail_codes')
    .set({ tries: sql`tries + 1` })
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('created_at', '<=', now + SKEW_SECONDS)
    .where('tries', '<', triesMax)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash;
}

/** Marks a code as used; false when a concurrent request already did. */
export async function markUsed(
  db: Db,
  { purpose, subject }: CodeKey,
  { codeHash, now }: { codeHash: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_codes')
    .set({ used_at: now })
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes expired codes that no longer count toward the limits. */
export async function deleteOldCodes(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('mail_codes')
    .where('created_at', '<=', before)
    .where('window_at', '<=', before)
    .execute();
}
