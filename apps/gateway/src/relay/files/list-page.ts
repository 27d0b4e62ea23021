import { invalidRequest } from '../errors/invalid-request.ts';

/** The parameters of a list of files or batches. */
export interface ListPage {
  /** Id of the object that the page follows; '' for the first page. */
  after: string;
  limit: number;
}

const FILES_MAX = 10_000;
const BATCHES_MAX = 100;
const BATCHES_DEFAULT = 20;
const ID_LENGTH_MAX = 100;

/**
 * Parses the query of a file list. Source of the limits: OpenAI's API reference, 2026. Throws AppError
 * relay_invalid_request.
 */
export function readFilePage(query: string): ListPage & { order: 'asc' | 'desc'; purpose: string } {
  const params = new URLSearchParams(query);
  const order = params.get('order') ?? 'desc';
  if (order !== 'asc' && order !== 'desc')
    throw invalidRequest("order must be 'asc' or 'desc'.", 'order');
  const purpose = (params.get('purpose') ?? '').slice(0, ID_LENGTH_MAX);
  return { ...readPage(params, { most: FILES_MAX, otherwise: FILES_MAX }), order, purpose };
}

/** Parses the query of a batch list, which is newest first. Throws AppError relay_invalid_request. */
export function readBatchPage(query: string): ListPage {
  return readPage(new URLSearchParams(query), { most: BATCHES_MAX, otherwise: BATCHES_DEFAULT });
}

function readPage(
  params: URLSearchParams,
  { most, otherwise }: { most: number; otherwise: number },
): ListPage {
  const text = params.get('limit');
  const limit = text === null ? otherwise : /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > most)
    throw invalidRequest(`limit must be between 1 and ${most}.`, 'limit');
  return { after: (params.get('after') ?? '').slice(0, ID_LENGTH_MAX), limit };
}
