import type { SeededRandom } from './seeded-random.ts';

export interface LoadOptions {
  /** Returns the address for the next call. */
  url: () => string;
  keys: readonly string[];
  chance: SeededRandom;
  /** Called after each complete response. */
  onResponse: (requestId: string) => void;
  /** Called for each refused or broken call. */
  onTrouble?: (status: number | undefined) => void | Promise<void>;
  /** Called before every call; the load ends when it returns false. */
  goOn: () => boolean;
}

/** Makes calls of all kinds in sequence by each of `width` callers, until stopped. */
export async function runLoad(width: number, options: LoadOptions): Promise<void> {
  await Promise.all(Array.from({ length: width }, () => caller(options)));
}

async function caller(options: LoadOptions): Promise<void> {
  while (options.goOn()) {
    const response = await call(options).catch(() => undefined);
    if (response?.requestId !== undefined) options.onResponse(response.requestId);
    else await options.onTrouble?.(response?.status);
  }
}

/** Makes one call; resolves with the request id only if every byte arrived. */
async function call({ url, keys, chance: random }: LoadOptions) {
  const stream = random.oneIn(2);
  const script = {
    completion_tokens: random.between(1, 80),
    delay_ms: random.between(0, 15),
    gap_ms: random.between(0, 3),
  };
  const response = await fetch(`${url()}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${random.one(keys)}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'gpt-4o-mini',
      stream,
      max_tokens: 500,
      messages: [{ role: 'user', content: JSON.stringify({ sim: script }) }],
    }),
  });
  const text = await response.text();
  const isComplete = response.status === 200 && (!stream || text.includes('data: [DONE]'));
  return {
    status: response.status,
    requestId: isComplete ? (response.headers.get('x-request-id') ?? undefined) : undefined,
  };
}
