import { readMetrics } from '../../platform/metrics.ts';
import { readRecentErrors } from '../../platform/recent-errors.ts';
import type { Domain } from '../domain.ts';
import { describeHealth } from '../health/describe-health.ts';
import { readHealth } from '../health/read-health.ts';
import { collectBundle } from './collect-bundle.ts';
import { packFiles } from './pack-files.ts';

type Source = Pick<
  Domain,
  'config' | 'store' | 'keyring' | 'clock' | 'redis' | 'logs' | 'wallet' | 'failingJobs'
>;

/** Creates a support bundle of the running gateway. */
export async function makeSupportBundle(
  source: Source,
): Promise<{ name: string; content: AsyncIterable<Buffer> }> {
  const files = await collectBundle({
    ...source,
    readHealth: async () =>
      describeHealth({ ...(await readHealth(source)), draining: false }, true),
    readMetrics,
    readErrors: async () => readRecentErrors(),
  });
  const madeAt = new Date(source.clock.nowMs());
  const name = nameBundle(madeAt);
  return { name: `${name}.tar.gz`, content: packFiles(name, files, madeAt) };
}

/** Returns a name like `tollgate-support-20261123T114500Z`. */
export function nameBundle(at: Date): string {
  return `tollgate-support-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
}
