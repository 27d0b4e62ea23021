/** The least that must come: so many bytes in each time of so many milliseconds. */
export interface Pace {
  bytes: number;
  ms: number;
}

/**
 * Passes chunks on while they come at a pace; once they come slower, calls `cut`, which must end the
 * source. What never stalls for long enough to time out could else go on for ever.
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
