import { confirmKeyring } from '../open-keyring.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

/**
 * Fails on a node that was suspended while the master key was rotated, and so was taken for stopped: it can't
 * decrypt secrets stored since, and no other node can decrypt what it encrypts.
 */
export function confirmMasterKey({ store, keyring }: Pick<Domain, 'store' | 'keyring'>): Job {
  return {
    name: 'confirm-master-key',
    everyMs: 60_000,
    scope: 'node',
    run: () => confirmKeyring(store, keyring),
  };
}
