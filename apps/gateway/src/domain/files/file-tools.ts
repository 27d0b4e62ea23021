import type { Config } from '../../platform/config.ts';
import { createSemaphore, type Semaphore } from '../../platform/semaphore.ts';
import { createOutboundStream, type OutboundStream } from '../../platform/outbound-stream.ts';
import type { Store } from '../../store/open-store.ts';
import { hasAnyFile } from '../../store/files-repository.ts';

/** Input files validated at once. */
export const VALIDATIONS_MAX = 4;

/** What files and batches need from this process. */
export interface FileTools {
  /** Outgoing requests to the providers. */
  readonly stream: OutboundStream;
  /** Limits concurrent validations of input files: each uses megabytes and much of a core. */
  readonly validationSemaphore: Semaphore;
  /** Users whose input is being validated: one validation per user at a time. */
  readonly creating: Set<number>;
  /** Whether any file exists; only then are calls searched for file ids. */
  isInUse: boolean;
}

export async function openFileTools(config: Config, store: Store): Promise<FileTools> {
  return {
    stream: createOutboundStream(config.ALLOW_PRIVATE_UPSTREAMS),
    validationSemaphore: createSemaphore({
      maxConcurrent: VALIDATIONS_MAX,
      maxQueued: 100,
      retryAfterSeconds: 30,
    }),
    creating: new Set(),
    isInUse: await hasAnyFile(store.db),
  };
}

/** Checks whether a file was uploaded through another node; stops checking once one was. */
export async function detectFirstFile(tools: FileTools, { db }: Pick<Store, 'db'>): Promise<void> {
  if (!tools.isInUse && (await hasAnyFile(db))) tools.isInUse = true;
}
