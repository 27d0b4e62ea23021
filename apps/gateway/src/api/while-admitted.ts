import { AppError } from '../platform/app-error.ts';

/**
 * Yields the chunks of an endless response for as long as its reader is admitted: calls `admit` before each,
 * and ends the response when that throws an AppError. A reader who reconnects then gets the reason.
 */
export async function* whileAdmitted<Chunk>(
  chunks: AsyncIterable<Chunk>,
  admit: () => Promise<unknown>,
): AsyncGenerator<Chunk> {
  for await (const chunk of chunks) {
    try {
      await admit();
    } catch (error) {
      if (error instanceof AppError) return;
      throw error;
    }
    yield chunk;
  }
}
