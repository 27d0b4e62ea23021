import type { Domain } from '../domain.ts';
import { shipOrphanedJournals } from '../wallet/ship-orphaned-journals.ts';
import { nodeFolder } from '../wallet/node-folders.ts';
import type { Job } from './job.ts';

/** Applies the charges left in the journals of this machine's workers that no longer run. */
export function adoptJournals({
  store,
  config,
  clock,
  log,
}: Pick<Domain, 'store' | 'config' | 'clock' | 'log'>): Job {
  return {
    name: 'adopt-journals',
    everyMs: 30_000,
    scope: 'node',
    async run() {
      const adopted = await shipOrphanedJournals({
        store,
        dataDir: config.DATA_DIR,
        ownFolder: nodeFolder(config.DATA_DIR, config.WORKER_NUMBER),
        clock,
        durability: config.DURABILITY,
      });
      if (adopted.length > 0) log.warn({ adopted }, 'shipped the charges of dead workers');
    },
  };
}
