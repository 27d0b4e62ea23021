import { useEffect } from 'react';
import { isHttpUrl } from '../ui/format/is-http-url.ts';

/** Shows the logo of the site, where it has one, as the icon of the window. */
export function useFavicon(logo: string): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link || !isHttpUrl(logo)) return undefined;
    const before = link.href;
    link.href = logo;
    return () => {
      link.href = before;
    };
  }, [logo]);
}
