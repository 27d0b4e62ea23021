/** The minimum pace: at least this many bytes in every interval of this many milliseconds. */
export interface Pace {
  bytes: number;
  ms: number;
}

/**
 * Passes chunks on while they arrive at the pace; when they are slower, calls `abort`, which must end the
 * source. A source that never stalls long enough to time out could otherwise go on forever.
 */
export async function* readAtPace(
  source: AsyncIterable<Buffer>,
  { bytes, ms }: Pace,
  abort: () => void,
): AsyncGenerator<Buffer> {
  let received = 0;
  const paceCheck = setInterval(() => {
    if (received < bytes) abort();
    received = 0;
  }, ms);
  try {
    for await (const chunk of source) {
      received += chunk.length;
      yield chunk;
    }
  } finally {
    clearInterval(paceCheck);
  }
}
