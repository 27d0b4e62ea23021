/** How browsers, and Vite for styles, word that a part of the console could not be fetched. */
const WORDINGS =
  /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Whether an error says that code or styles of a page are not there: as a rule after an update of the gateway. */
export function isMissingPiece(error: unknown): boolean {
  return error instanceof Error && WORDINGS.test(error.message);
}
