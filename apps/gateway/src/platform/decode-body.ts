import { pipeline, type Readable } from 'node:stream';
import { isIdentity, openContentDecoder } from './content-decoder.ts';

class UnknownContentEncoding extends Error {}

/**
 * Returns the body of a response, decoded if it is compressed although no encoding was accepted. Ends or
 * fails with whichever of the two streams does so first. Throws for an unknown encoding.
 */
export function decodeBody(
  body: Readable,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readable {
  const coding = String(headers['content-encoding'] ?? '');
  if (isIdentity(coding)) return body;
  const decoder = openContentDecoder(coding);
  if (!decoder) {
    // Destroying it may emit an error.
    body.on('error', () => undefined).destroy();
    throw new UnknownContentEncoding(`the content encoding ${coding.slice(0, 40)}`);
  }
  pipeline(body, decoder, () => undefined);
  return decoder;
}
