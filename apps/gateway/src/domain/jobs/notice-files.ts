import type { Domain } from '../domain.ts';
import { noticeFiles as notice } from '../files/file-tools.ts';
import type { Job } from './job.ts';

/** Lets this node know that somebody has a file, wherever it was uploaded. */
export function noticeFiles({ fileTools, store }: Pick<Domain, 'fileTools' | 'store'>): Job {
  return {
    name: 'notice-files',
    everyMs: 5_000,
    scope: 'node',
    run: () => notice(fileTools, store),
  };
}
