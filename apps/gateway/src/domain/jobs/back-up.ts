import { execFile } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Config } from '../../platform/config.ts';
import type { Job } from './job.ts';

const CLI = fileURLToPath(new URL('../../cli.ts', import.meta.url));
const LOW_PRIORITY = 10;

/**
 * Creates backups on a schedule if BACKUP_DIR is set, in a separate process so that calls are not delayed.
 */
export function backUp(
  config: Pick<Config, 'BACKUP_DIR' | 'BACKUP_EVERY_HOURS' | 'BACKUP_KEEP'>,
  env: NodeJS.ProcessEnv = process.env,
): Job[] {
  const { BACKUP_DIR: folder, BACKUP_EVERY_HOURS: hours, BACKUP_KEEP: copiesToKeep } = config;
  if (folder === undefined) return [];
  return [
    {
      name: 'back-up',
      everyMs: hours * 3_600_000,
      scope: 'cluster',
      async run(signal) {
        const args = [
          CLI,
          'backup',
          `${folder.replace(/\/+$/, '')}/`,
          '--keep',
          String(copiesToKeep),
        ];
        const run = promisify(execFile)(process.execPath, args, { signal, env });
        if (run.child.pid !== undefined) setPriority(run.child.pid, LOW_PRIORITY);
        await run.catch((error: Error & { stderr?: string }) => {
          // Its message begins with the whole command line, which is not the reason.
          const reason = error.stderr?.trim() ?? '';
          throw reason === '' ? error : new Error(reason, { cause: error });
        });
      },
    },
  ];
}
