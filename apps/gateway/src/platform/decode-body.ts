import { pipeline, type Readable } from 'node:stream';
import { isIdentity, openContentDecoder } from './content-decoder.ts';

class UnknownContentEncoding extends Error {}

/**
 * The body of a response, taken apart where it came compressed even though nobody asked for that. Ends
 * with whichever of the two ends or breaks first. Throws for an encoding that nobody here knows.
 */
export function decodeBody(
  body: Readable,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readable {
  const coding = String(headers['content-encoding'] ?? '');
  if (isIdentity(coding)) return body;
  const decoder = openContentDecoder(coding);
  if (!decoder) {
    // It tells of its own end as an error.
    body.on('error', () => undefined).destroy();
    throw new UnknownContentEncoding(`the content encoding ${coding.slice(0, 40)}`);
  }
  pipeline(body, decoder, () => undefined);
  return decoder;
}
