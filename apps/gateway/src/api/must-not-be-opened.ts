import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../platform/app-error.ts';

/**
 * Refuses a GET that changes something where a browser opens its address as a page, or as part of one:
 * a link would log whoever follows it in to the account of who sent it. Browsers that don't say how they
 * ask (beyond HTTPS) ask for a page in words. Throws AppError opened_by_link.
 */
export function mustNotBeOpened({
  accept = '',
  'sec-fetch-mode': mode,
}: IncomingHttpHeaders): void {
  const isOpened =
    mode === undefined ? accept.includes('text/html') : mode === 'navigate' || mode === 'no-cors';
  if (isOpened) throw new AppError('opened_by_link');
}
