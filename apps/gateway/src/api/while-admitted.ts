import { AppError } from '../platform/app-error.ts';

/**
 * The pieces of an answer without an end, for as long as its reader may have them: `admit` is asked
 * before each, and one that it refuses with an AppError ends the answer. Who comes back then is told why.
 */
export async function* whileAdmitted<Piece>(
  pieces: AsyncIterable<Piece>,
  admit: () => Promise<unknown>,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    try {
      await admit();
    } catch (error) {
      if (error instanceof AppError) return;
      throw error;
    }
    yield piece;
  }
}
