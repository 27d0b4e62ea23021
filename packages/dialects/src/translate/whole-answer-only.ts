import { buildTransportFault } from '../faults/build-fault.ts';
import type { Translation } from './translation.ts';

/** The readers of a call whose response is never streamed. */
export function wholeAnswerOnly(
  readAnswer: Translation['readAnswer'],
): Pick<Translation, 'readAnswer' | 'readAnswerAsStream' | 'readStreamAsAnswer' | 'openStream'> {
  return {
    readAnswer,
    readAnswerAsStream: readAnswer,
    readStreamAsAnswer: () => ({
      ok: false,
      fault: buildTransportFault('bad-response', 'a stream where none can be'),
    }),
    openStream: () => {
      throw new Error('no stream was asked for');
    },
  };
}
