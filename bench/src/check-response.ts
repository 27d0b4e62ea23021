import { BenchError } from './bench-error.ts';

export interface CheckedCall {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Whether a response is complete. */
  isWhole(text: string): boolean;
}

/** Makes one call. Throws BenchError unless its response is complete. */
export async function checkResponse({ url, headers, body, isWhole }: CheckedCall): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  if (response.status !== 200 || !isWhole(text))
    throw new BenchError(`it answered ${response.status} ${text.slice(0, 200)}`);
}
