import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../platform/app-error.ts';

/**
 * Refuses a GET that changes something if a browser opens its address as a page or embeds it in one: a link
 * could log whoever follows it in to the sender's account. Browsers that do not send Sec-Fetch headers
 * (without HTTPS) are recognized by their Accept header. Throws AppError opened_by_link.
 */
export function refuseNavigation({
  accept = '',
  'sec-fetch-mode': mode,
}: IncomingHttpHeaders): void {
  const isOpened =
    mode === undefined ? accept.includes('text/html') : mode === 'navigate' || mode === 'no-cors';
  if (isOpened) throw new AppError('opened_by_link');
}
