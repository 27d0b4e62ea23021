import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../platform/app-error.ts';

/** Types that a page may send to another site without asking it first (Fetch, 2.2.2); so may a body without a type. */
const SIMPLE_TYPE = /^(?:text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
const FORM_TYPE = /^multipart\/form-data\b/i;
/** A browser that shows or embeds the response instead of handing it to a script. */
const WITHOUT_CORS = new Set(['navigate', 'no-cors']);
/** A request with one of these is preflighted, so a script sent it on purpose. */
const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key', 'mj-api-secret'];

/**
 * Throws AppError relay_cross_site_request for a POST that a foreign page can send without a
 * script that read our preflight: a form, or a body of a simple type whose key stands in the
 * address. Only browsers send Origin and Sec-Fetch-*, so SDKs may send any type, or none.
 * `takesForms`: the route is for uploads, where a script may send a form.
 */
export function refuseCrossSite(headers: IncomingHttpHeaders, takesForms: boolean): void {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  if (origin === undefined && site === undefined && mode === undefined) return;
  if (typeof mode === 'string' && WITHOUT_CORS.has(mode))
    throw new AppError('relay_cross_site_request');
  if (!isForeign(headers) || KEY_HEADERS.some((name) => headers[name] !== undefined)) return;
  const type = headers['content-type'] ?? '';
  if (type !== '' && !SIMPLE_TYPE.test(type)) return;
  if (takesForms && FORM_TYPE.test(type)) return;
  throw new AppError('relay_cross_site_request');
}

function isForeign({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
