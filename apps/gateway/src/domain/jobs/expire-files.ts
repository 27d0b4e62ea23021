import { type ExpireFilesContext, expireFiles as expire } from '../files/expire-files.ts';
import type { Job } from './job.ts';

/** Deletes expired files at their providers. */
export function expireFilesJob(domain: ExpireFilesContext): Job {
  return {
    name: 'expire-files',
    everyMs: 600_000,
    scope: 'cluster',
    byAge: true,
    run: (signal) => expire(domain, signal),
  };
}
