import type { UpstreamFault } from '@tollgate/dialects';
import type { RuntimeChannel } from '../channels/channel-catalog.ts';

/** A provider refused a request about a file or batch, or didn't respond. */
export class FileProviderError extends Error {
  readonly fault: UpstreamFault;
  readonly channel: RuntimeChannel;

  constructor(fault: UpstreamFault, channel: RuntimeChannel) {
    super(`a provider refused: ${fault.excerpt}`);
    this.name = 'FileProviderError';
    this.fault = fault;
    this.channel = channel;
  }
}

/** Rethrows a refusal with our id in place of the provider's, which callers never see. */
export function rethrowWithOurId(upstreamId: string, id: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof FileProviderError)) throw error;
    const { fault, channel } = error;
    const message = fault.message.replaceAll(upstreamId, id);
    throw new FileProviderError({ ...fault, message }, channel);
  };
}
