import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../platform/app-error.ts';

/**
 * Refuses a GET that changes something if a browser opens its address as a page or embeds it in one, or if a
 * page of another origin fetches it: a link, or a page of a neighbour domain, which may set our cookies, could
 * log whoever visits it in to the sender's account. Browsers that do not send Sec-Fetch headers (without HTTPS)
 * are recognized by their Accept header, and such a page by its Origin, which they send only with requests to
 * other origins. Throws AppError opened_by_link.
 */
export function refuseNavigation(headers: IncomingHttpHeaders): void {
  const { accept = '', 'sec-fetch-mode': mode, 'sec-fetch-site': site } = headers;
  const isOpened =
    mode === undefined ? accept.includes('text/html') : mode === 'navigate' || mode === 'no-cors';
  const isForeign =
    site === undefined ? isOfAnotherOrigin(headers) : site === 'same-site' || site === 'cross-site';
  if (isOpened || isForeign) throw new AppError('opened_by_link');
}

const isOfAnotherOrigin = ({ origin, host }: IncomingHttpHeaders) =>
  origin !== undefined && URL.canParse(origin) && new URL(origin).host !== host;
