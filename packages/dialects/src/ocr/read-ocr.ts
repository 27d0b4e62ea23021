import { reject, ShapeError } from '../ir/read-shape.ts';
import type { ClientRequest } from '../openai-chat/client-request.ts';
import { findAmbiguousMember } from '../limits/find-ambiguous-member.ts';
import { openBody } from '../openai-chat/open-body.ts';
import { needModel } from '../translate/side-call.ts';

/** What a price by tokens counts for a page. */
export const TOKENS_A_PAGE = 1000;
/** Pages that are reserved for where the client does not say which it wants. */
const PAGES_LIKELY = 20;
const READ = new Set(['model', 'pages']);
const SHOWN = new Set(['document']);

/** A document to be read, which itself stays in the bytes. Throws ShapeError. */
export function readOcr(bytes: Uint8Array): ClientRequest {
  const opened = openBody(bytes, READ, SHOWN);
  if (!opened.ok) throw new ShapeError(opened.fault);
  const { body, members } = opened;
  const ambiguous = findAmbiguousMember(bytes, members);
  if (ambiguous) throw new ShapeError(ambiguous);
  const { document, pages } = body;
  if (document === undefined || document === null)
    reject('The parameter document is required.', 'document', 'missing_required_parameter');
  const count = Array.isArray(pages) ? Math.max(1, pages.length) : PAGES_LIKELY;
  return {
    kind: 'ocr',
    model: needModel(body.model),
    stream: false,
    includeUsage: false,
    hasStreamOptions: false,
    choices: 1,
    promptTokensEstimate: count * TOKENS_A_PAGE,
    callFactor: count,
    bytes,
  };
}
