import { AppError } from '../platform/app-error.ts';

/**
 * Yields the chunks of an endless response for as long as its reader is admitted: calls `admit` before each,
 * and ends the response when that throws an AppError. A reader who reconnects then gets the reason.
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
