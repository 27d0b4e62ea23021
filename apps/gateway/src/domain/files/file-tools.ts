import type { Config } from '../../platform/config.ts';
import { createSemaphore, type Semaphore } from '../../platform/semaphore.ts';
import { createOutboundStream, type OutboundStream } from '../../platform/outbound-stream.ts';
import type { Store } from '../../store/open-store.ts';
import { hasAnyFile } from '../../store/files-repository.ts';

/** What files and batches need of this process. */
export interface FileTools {
  /** The way out to the providers. */
  readonly stream: OutboundStream;
  /** Input files are checked a few at a time: each takes some megabytes and much of a core. */
  readonly validationSemaphore: Semaphore;
  /** Users whose input is being checked: each of them one at a time. */
  readonly creating: Set<number>;
  /** Whether anybody has a file; calls are looked into for ids of files only then. */
  isInUse: boolean;
}

export async function openFileTools(config: Config, store: Store): Promise<FileTools> {
  return {
    stream: createOutboundStream(config.ALLOW_PRIVATE_UPSTREAMS),
    validationSemaphore: createSemaphore({
      maxConcurrent: 4,
      maxQueued: 100,
      retryAfterSeconds: 30,
    }),
    creating: new Set(),
    isInUse: await hasAnyFile(store.db),
  };
}

/** Looks whether somebody uploaded a file through another node; once that is so, no more. */
export async function detectFirstFile(tools: FileTools, { db }: Pick<Store, 'db'>): Promise<void> {
  if (!tools.isInUse && (await hasAnyFile(db))) tools.isInUse = true;
}
