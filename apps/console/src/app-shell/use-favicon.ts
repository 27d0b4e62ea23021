import { useEffect } from 'react';
import { isHttpUrl } from '../ui/format/is-http-url.ts';

/** Uses the site's logo, if it has one, as favicon. */
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
