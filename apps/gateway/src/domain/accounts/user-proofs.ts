import type { Db } from '../../store/schema.ts';
import { insertUserProof } from '../../store/user-proofs-repository.ts';
import type { Domain } from '../domain.ts';

/** Proofs of a person's identity, in the canonical form that is hashed. */
export const emailProof = (email: string): string => `email ${email.toLowerCase()}`;
export const identityProof = ({ provider, subject }: { provider: string; subject: string }) =>
  `${provider} ${subject}`;

/**
 * Permanently records that a user proved to be a person: accounts that the same person ever proved earn no
 * rebates from each other, whatever is bound to them later.
 */
export function recordUserProof(
  db: Db,
  { keyring }: Pick<Domain, 'keyring'>,
  userId: number,
  proof: string,
): Promise<void> {
  return insertUserProof(db, { userId, personHash: keyring.hash('person', proof) });
}
