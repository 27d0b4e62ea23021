/** The minimum pace: at least this many bytes in every interval of this many milliseconds. */
export interface Pace {
  bytes: number;
  ms: number;
}

/**
 * Passes chunks on while they arrive at the pace; when they are slower, calls `cut`, which must end the
 * source. A source that never stalls long enough to time out could otherwise go on forever.
 */
export async function* readAtPace(
  source: AsyncIterable<Buffer>,
  { bytes, ms }: Pace,
  cut: () => void,
): AsyncGenerator<Buffer> {
  let came = 0;
  const look = setInterval(() => {
    if (came < bytes) cut();
    came = 0;
  }, ms);
  try {
    for await (const chunk of source) {
      came += chunk.length;
      yield chunk;
    }
  } finally {
    clearInterval(look);
  }
}
