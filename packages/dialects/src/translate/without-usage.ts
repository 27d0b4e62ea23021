import { estimateCompletionTokens } from '../openai-chat/response.ts';
import type { StreamCut, StreamEnd } from '../ir/stream-end.ts';
import type { Translation } from './translation.ts';
import type { ResponseStream } from './response-stream.ts';
import type { WholeResponseResult } from './whole-response.ts';

/** Wraps the translation for an upstream with unreliable usage: ignores what it reports. */
export function withoutUsage(translation: Translation): Translation {
  return {
    ...translation,
    readResponse: (bytes) => forgetUsage(translation.readResponse(bytes)),
    readResponseAsStream: (bytes) => forgetUsage(translation.readResponseAsStream(bytes)),
    readStreamAsResponse: (bytes) => forgetUsage(translation.readStreamAsResponse(bytes)),
    openStream: () => new UsagelessStream(translation.openStream()),
  };
}

function forgetUsage(result: WholeResponseResult): WholeResponseResult {
  if (!result.ok) return result;
  const estimateTokens = () => result.estimateTokens() || estimateCompletionTokens(result.body);
  return { ...result, usage: undefined, estimateTokens };
}

class UsagelessStream implements ResponseStream {
  readonly usage = undefined;
  readonly awaitsUsage = false;
  readonly #stream: ResponseStream;

  constructor(stream: ResponseStream) {
    this.#stream = stream;
  }

  get fault() {
    return this.#stream.fault;
  }

  get contentDelivered() {
    return this.#stream.contentDelivered;
  }

  get hasThoughts() {
    return this.#stream.hasThoughts;
  }

  get hasFirstToken() {
    return this.#stream.hasFirstToken;
  }

  get estimatedCompletionTokens() {
    return this.#stream.estimatedCompletionTokens;
  }

  get isFinished() {
    return this.#stream.isFinished;
  }

  get isOver() {
    return this.#stream.isOver;
  }

  get bufferedBytes() {
    return this.#stream.bufferedBytes;
  }

  push(chunk: Uint8Array): readonly Uint8Array[] {
    return this.#stream.push(chunk);
  }

  end(cut?: StreamCut): StreamEnd {
    return { ...this.#stream.end(cut), usage: undefined, isUsageFinal: false };
  }
}
