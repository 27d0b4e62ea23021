import type { Domain } from '../domain.ts';
import { detectFirstFile as detectOnNode } from '../files/file-tools.ts';
import type { Job } from './job.ts';

/** Detects on this node whether any user has a file, whichever node it was uploaded through. */
export function detectFirstFile({ fileTools, store }: Pick<Domain, 'fileTools' | 'store'>): Job {
  return {
    name: 'detect-first-file',
    everyMs: 5_000,
    scope: 'node',
    run: () => detectOnNode(fileTools, store),
  };
}
