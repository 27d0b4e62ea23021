/** The same in every browser and on the server, so that lists do not change places. */
const collator = new Intl.Collator('en', { numeric: true });

/**
 * Compares names as people look for them: without regard to case first, numbers by value (`gpt-5` before
 * `gpt-10`).
 */
export const compareNames: (one: string, other: string) => number = collator.compare;
