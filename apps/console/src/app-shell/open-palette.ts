import { catchTyped, takeTyped } from './type-ahead.ts';

/** Page searches that Ctrl K and the header's search open instead of the palette; the latest page is last. */
const inPlace: (() => void)[] = [];

/**
 * Opens the search of the current page, or the command palette. The palette may still be loading: it is
 * fetched separately because no page needs it to be shown.
 */
export function openSearch(): void {
  const innermost = inPlace.at(-1);
  if (innermost) innermost();
  else openPalette();
}

/** Opens the command palette. What is typed before its input has the focus is kept for it. */
export function openPalette(): void {
  catchTyped();
  import('@mantine/spotlight').then(({ spotlight }) => spotlight.open(), takeTyped);
}

/**
 * Replaces the palette by a page's own search while that page is on screen. Returns a function that ends
 * this.
 */
export function overrideSearch(open: () => void): () => void {
  inPlace.push(open);
  return () => {
    const at = inPlace.lastIndexOf(open);
    if (at !== -1) inPlace.splice(at, 1);
  };
}
