import { reject, ShapeError } from '../ir/read-shape.ts';
import type { ClientRequest } from '../ir/client-request.ts';
import { findAmbiguousMember } from '../limits/find-ambiguous-member.ts';
import { parseJson } from '../json/parse-json.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import { openBody } from '../openai-chat/open-body.ts';
import { findNamedIds } from '../state/named-ids.ts';
import { requireModel } from '../translate/auxiliary-call.ts';

/** Tokens per page, for prices by token. */
export const TOKENS_A_PAGE = 1000;
/** Most pages of a document, for clients that request all of it. Source: Mistral, OCR limits. */
const PAGES_MAX = 1000;
const PAGE_RANGE = /^\s*(\d{1,4})\s*-\s*(\d{1,4})\s*$/;
const READ = new Set(['model', 'pages']);
const SHOWN = new Set(['document']);
/**
 * How many pages an annotated one costs: 3 dollars per 1,000, against 2 with Mistral's OCR 3 and 1 before. For
 * versions whose prices are not known, the dearest of these.
 */
const OCR_3 = /^mistral-ocr-(?:2512|3(?:-\d+)?|latest)$/;
const ANNOTATED_FACTOR_3 = 1.5;
const ANNOTATED_FACTOR = 3;
const ANNOTATIONS = new Set(['bbox_annotation_format', 'document_annotation_format']);

/** Returns how many times its price each page of a request costs. */
export function priceOfPage(bytes: Uint8Array, model: string): number {
  const members = listTopLevelMembers(bytes) ?? [];
  const isAnnotated = members.some(
    ({ name, start, end }) =>
      ANNOTATIONS.has(name) && (parseJson(bytes.subarray(start, end)) ?? undefined) !== undefined,
  );
  if (!isAnnotated) return 1;
  return OCR_3.test(model) ? ANNOTATED_FACTOR_3 : ANNOTATED_FACTOR;
}

/** Reads an OCR call; the document itself stays in the bytes. Throws ShapeError. */
export function readOcr(bytes: Uint8Array): ClientRequest {
  const opened = openBody(bytes, READ, SHOWN);
  if (!opened.ok) throw new ShapeError(opened.fault);
  const { body, members } = opened;
  const ambiguous = findAmbiguousMember(bytes, members);
  if (ambiguous) throw new ShapeError(ambiguous);
  const { document, pages } = body;
  if (document === undefined || document === null)
    reject('The parameter document is required.', 'document', 'missing_required_parameter');
  const model = requireModel(body.model);
  const count = countPages(pages) * priceOfPage(bytes, model);
  return {
    kind: 'ocr',
    model,
    stream: false,
    includeUsage: false,
    hasStreamOptions: false,
    choices: 1,
    promptTokensEstimate: count * TOKENS_A_PAGE,
    promptTokensMax: count * TOKENS_A_PAGE,
    callFactor: count,
    named: findNamedIds(bytes),
    bytes,
  };
}

/**
 * Counts pages given by number or range (`"0-5"`), one or a list; all pages if not specified, or by an empty
 * list, which many readers take for none given.
 */
function countPages(pages: unknown): number {
  if (pages === undefined || pages === null) return PAGES_MAX;
  const requested: unknown[] = Array.isArray(pages) ? pages : [pages];
  if (requested.length === 0) return PAGES_MAX;
  let count = 0;
  for (const page of requested) {
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
