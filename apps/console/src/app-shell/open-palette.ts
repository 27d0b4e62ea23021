/** What Ctrl K and the header's search open in place of the palette, the latest page first. */
const inPlace: (() => void)[] = [];

/**
 * Opens the command palette, or what the page on screen searches itself. The palette may still be
 * on its way: it is not needed to show a page, so it is fetched apart from it.
 */
export function openSearch(): void {
  const own = inPlace.at(-1);
  if (own) own();
  else openPalette();
}

/** Opens the command palette. */
export function openPalette(): void {
  void import('@mantine/spotlight').then(({ spotlight }) => spotlight.open());
}

/** While a page is on screen, its own search takes the place of the palette. Answers how it ends. */
export function searchInPlace(open: () => void): () => void {
  inPlace.push(open);
  return () => {
    const at = inPlace.lastIndexOf(open);
    if (at !== -1) inPlace.splice(at, 1);
  };
}
