import type { Config } from '../../platform/config.ts';
import { createNarrowGate, type NarrowGate } from '../../platform/narrow-gate.ts';
import { createOutboundStream, type OutboundStream } from '../../platform/outbound-stream.ts';
import type { Store } from '../../store/open-store.ts';
import { hasAnyFile } from '../../store/files-repository.ts';

/** What files and batches need of this process. */
export interface FileTools {
  /** The way out to the providers. */
  readonly stream: OutboundStream;
  /** Input files are checked a few at a time: each takes some megabytes and much of a core. */
  readonly checking: NarrowGate;
  /** Whether anybody has a file; calls are looked into for ids of files only then. */
  isInUse: boolean;
}

export async function openFileTools(config: Config, store: Store): Promise<FileTools> {
  return {
    stream: createOutboundStream(config.ALLOW_PRIVATE_UPSTREAMS),
    checking: createNarrowGate({ atOnce: 2, waiting: 20, retryAfterSeconds: 30 }),
    isInUse: await hasAnyFile(store.db),
  };
}
