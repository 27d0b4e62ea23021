import { reject, ShapeError } from '../ir/read-shape.ts';
import type { ClientRequest } from '../ir/client-request.ts';
import { findAmbiguousMember } from '../limits/find-ambiguous-member.ts';
import { openBody } from '../openai-chat/open-body.ts';
import { needModel } from '../translate/auxiliary-call.ts';

/** What a price by tokens counts for a page. */
export const TOKENS_A_PAGE = 1000;
/** What a document has at most, which the client may leave to be read as a whole. Source: Mistral, OCR limits. */
const PAGES_MAX = 1000;
const PAGE_RANGE = /^\s*(\d{1,4})\s*-\s*(\d{1,4})\s*$/;
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
  const count = countPages(pages);
  return {
    kind: 'ocr',
    model: needModel(body.model),
    stream: false,
    includeUsage: false,
    hasStreamOptions: false,
    choices: 1,
    promptTokensEstimate: count * TOKENS_A_PAGE,
    promptTokensMax: count * TOKENS_A_PAGE,
    callFactor: count,
    bytes,
  };
}

/** Pages by number or as a range (`"0-5"`), one or a list of them; all where the client does not say. */
function countPages(pages: unknown): number {
  if (pages === undefined || pages === null) return PAGES_MAX;
  const asked: unknown[] = Array.isArray(pages) ? pages : [pages];
  let count = 0;
  for (const page of asked) {
    if (Number.isInteger(page)) count += 1;
    else {
      const range = typeof page === 'string' ? PAGE_RANGE.exec(page) : undefined;
      if (!range)
        return reject('pages must be numbers of pages or ranges.', 'pages', 'invalid_type');
      count += Math.max(1, Number(range[2]) - Number(range[1]) + 1);
    }
  }
  return Math.min(Math.max(1, count), PAGES_MAX);
}
