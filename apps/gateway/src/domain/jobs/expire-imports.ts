import type { Domain } from '../domain.ts';
import { expireImportUploads } from '../import/import-upload.ts';
import type { Job } from './job.ts';

/**
 * Deletes databases that were uploaded for an import more than a day ago: they contain unencrypted secrets.
 */
export function expireImports({ config, clock }: Pick<Domain, 'config' | 'clock'>): Job {
  return {
    name: 'expire-imports',
    everyMs: 3_600_000,
    scope: 'node',
    run: () => expireImportUploads(config, clock.nowMs()),
  };
}
