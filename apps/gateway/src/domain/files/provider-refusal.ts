import type { UpstreamFault } from '@tollgate/dialects';
import type { RuntimeChannel } from '../channels/channel-catalog.ts';

/** A provider said no to a question about a file or batch, or said nothing. */
export class ProviderRefusal extends Error {
  readonly fault: UpstreamFault;
  readonly channel: RuntimeChannel;

  constructor(fault: UpstreamFault, channel: RuntimeChannel) {
    super(`a provider refused: ${fault.excerpt}`);
    this.name = 'ProviderRefusal';
    this.fault = fault;
    this.channel = channel;
  }
}
