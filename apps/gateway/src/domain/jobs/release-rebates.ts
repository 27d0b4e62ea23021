import type { Domain } from '../domain.ts';
import { releaseRebates } from '../rebates/release-rebates.ts';
import type { Job } from './job.ts';

/** Makes rebates available to inviters once their waiting period is over. */
export function releaseRebatesJob(domain: Pick<Domain, 'store' | 'clock' | 'options'>): Job {
  return {
    name: 'release-rebates',
    everyMs: 60_000,
    scope: 'cluster',
    byAge: true,
    run: () => releaseRebates(domain),
  };
}
