/**
 * Opens the command palette, also one that is still on its way: it is not needed to show a page,
 * so it is fetched apart from it.
 */
export function openPalette(): void {
  void import('@mantine/spotlight').then(({ spotlight }) => spotlight.open());
}
