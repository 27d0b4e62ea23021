import { confirmKeyring } from '../open-keyring.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

/**
 * Tells of a node that did not answer while the master key was rotated, and was taken for a stopped one: it
 * reads no secret that is stored from then on, and nobody reads what it seals.
 */
export function confirmMasterKey({ store, keyring }: Pick<Domain, 'store' | 'keyring'>): Job {
  return {
    name: 'confirm-master-key',
    everyMs: 60_000,
    scope: 'node',
    run: () => confirmKeyring(store, keyring),
  };
}
