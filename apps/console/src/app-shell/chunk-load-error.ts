/** How browsers, and Vite for styles, report that a chunk of the console could not be fetched. */
const WORDINGS =
  /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Whether an error reports missing code or styles of a page: usually after an update of the gateway. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && WORDINGS.test(error.message);
}
