import { buildTransportFault } from '../faults/build-fault.ts';
import type { Translation } from './translation.ts';

/** Returns the readers of a call whose response is never streamed. */
export function wholeResponseOnly(
  readResponse: Translation['readResponse'],
): Pick<
  Translation,
  'readResponse' | 'readResponseAsStream' | 'readStreamAsResponse' | 'openStream'
> {
  return {
    readResponse,
    readResponseAsStream: readResponse,
    readStreamAsResponse: () => ({
      ok: false,
      fault: buildTransportFault('bad-response', 'a stream where none can be'),
    }),
    openStream: () => {
      throw new Error('no stream was asked for');
    },
  };
}
