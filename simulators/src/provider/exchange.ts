import { existsSync, readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../../packages/dialects/fixtures/providers/', import.meta.url);

/** The fixtures of a provider for one kind of call; `packages/dialects` has them all. */
export interface Exchange {
  /** Provider and case: `deepseek/chat`. */
  readonly name: string;
  readonly provider: string;
  readonly channel: {
    readonly key: string | object;
    /** A key of the same form, if changing the last letter of the valid key does not give one. */
    readonly wrong_key?: string;
    readonly base_url?: string;
    readonly other?: string;
    readonly openai_organization?: string;
    readonly setting?: object;
  };
  readonly kind?: 'completions' | 'embeddings' | 'ocr' | 'rerank';
  readonly request: Readonly<Record<string, unknown>> & { readonly model: string };
  readonly upstream: {
    readonly url: string;
    readonly streamUrl?: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Readonly<Record<string, unknown>>;
    readonly streamed?: Readonly<Record<string, unknown>>;
  };
  readonly response: object;
  readonly received?: object;
  readonly usage: Readonly<Record<string, number>> | null;
  readonly refusals: Readonly<Record<string, Refusal>>;
  readonly stream: string | undefined;
  /** The stream that a client of OpenAI's dialect receives. */
  readonly clientStream: string | undefined;
}

export interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** All exchanges, by provider and case. */
export function listExchanges(): readonly Exchange[] {
  return readdirSync(ROOT).flatMap((provider) =>
    readdirSync(new URL(provider, ROOT)).map((name) => readExchange(provider, name)),
  );
}

function readExchange(provider: string, name: string): Exchange {
  const read = (file: string): string | undefined => {
    const url = new URL(`${provider}/${name}/${file}`, ROOT);
    return existsSync(url) ? readFileSync(url, 'utf8') : undefined;
  };
  const stream = read('stream.txt');
  return {
    ...(JSON.parse(read('exchange.json') ?? '{}') as Exchange),
    name: `${provider}/${name}`,
    provider,
    stream,
    clientStream: read('client-stream.txt') ?? stream,
  };
}
