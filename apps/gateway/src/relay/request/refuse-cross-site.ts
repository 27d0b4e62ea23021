import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../platform/app-error.ts';

/**
 * Content types that a page may send cross-site without a preflight (Fetch, 2.2.2). A body without a type
 * needs none either.
 */
const SIMPLE_TYPE = /^(?:text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
const FORM_TYPE = /^multipart\/form-data\b/i;
/** Modes in which a browser shows or embeds the response instead of passing it to a script. */
const WITHOUT_CORS = new Set(['navigate', 'no-cors']);
/** Headers that trigger a preflight, so a script must have sent them on purpose. */
const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key', 'mj-api-secret'];

/**
 * CSRF guard. Throws AppError relay_cross_site_request for a POST that a foreign page can send without a
 * preflight by us: a form, or a body of a simple type with the key in the URL. Only browsers send Origin and
 * Sec-Fetch-*, so SDKs may send any type, or none. `takesForms`: the route accepts uploads, so a script may
 * send a form.
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
