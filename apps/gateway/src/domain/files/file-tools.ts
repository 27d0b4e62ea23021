import type { Config } from '../../platform/config.ts';
import { createNarrowGate, type NarrowGate } from '../../platform/narrow-gate.ts';
import { createOutbound, type Outbound } from '../../platform/outbound.ts';
import { createOutboundStream, type OutboundStream } from '../../platform/outbound-stream.ts';
import type { Store } from '../../store/open-store.ts';
import { hasAnyFile } from '../../store/files-repository.ts';

/** The ways out for files and batches. */
export interface FileTools {
  /** For what is small: objects, lists, deletions. */
  readonly ask: Outbound;
  /** For contents. */
  readonly stream: OutboundStream;
  /** Input files are checked a few at a time: each takes some megabytes and much of a core. */
  readonly checking: NarrowGate;
  /** Whether anybody has a file; calls are looked into for ids of files only then. */
  isInUse: boolean;
}

export async function openFileTools(config: Config, store: Store): Promise<FileTools> {
  const allowPrivate = config.ALLOW_PRIVATE_UPSTREAMS;
  return {
    ask: createOutbound(allowPrivate),
    stream: createOutboundStream(allowPrivate),
    checking: createNarrowGate({ atOnce: 2, waiting: 20, retryAfterSeconds: 30 }),
    isInUse: await hasAnyFile(store.db),
  };
}
