import { isHttpUrl } from '../../../ui/format/is-http-url.ts';

/** Navigates to a payment's target: a page of this console or an http(s) URL, nothing else. */
export function leaveFor(target: string, navigate: (path: string) => void): void {
  if (target === '' || !URL.canParse(target, location.origin)) return;
  const { origin, pathname, href } = new URL(target, location.origin);
  if (origin === location.origin) navigate(pathname);
  else if (isHttpUrl(href)) location.assign(href);
}
