import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { TracedSpan, Tracing } from '../../platform/tracing/tracing.ts';
import type { InferenceKind } from '../request/routes.ts';
import type { TraceContext } from '../request/trace-context.ts';
import { operationOf, providerOf } from './gen-ai-names.ts';

/** The request that a span describes. */
interface SpannedRequest {
  readonly request: { readonly method?: string | undefined };
  readonly path: string;
  readonly requestId: string;
  readonly traceContext: TraceContext | undefined;
}

/** The facts recorded about a call that has ended. */
interface EndedCall {
  readonly kind: InferenceKind;
  readonly clientRequest: { readonly model: string; readonly stream: boolean };
  readonly holder: { readonly group: string; readonly userId: number };
  readonly used: { tokens: number; quota: number; promptTokens?: number };
  readonly firstTokenMs: number | undefined;
}

/**
 * The span of one request to the relay, with a child for each upstream called, by the semantic conventions
 * for HTTP and generative AI. It describes a call, never its content.
 */
export class CallSpan {
  readonly #span: TracedSpan;
  #isOver = false;

  constructor(tracing: Tracing, { request, path, requestId, traceContext }: SpannedRequest) {
    this.#span = tracing.serve(request.method ?? 'POST', traceContext, {
      'http.request.method': request.method ?? 'POST',
      'url.path': path,
      'tollgate.request.id': requestId,
    });
  }

  /** Starts the span of an attempt on a channel. */
  attempt(kind: InferenceKind, channel: RuntimeChannel, model: string): TracedSpan {
    const operation = operationOf(kind);
    const address = URL.parse(channel.baseUrl);
    return this.#span.child(`${operation} ${model}`, {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': providerOf(channel),
      'gen_ai.request.model': channel.modelMapping.get(model) ?? model,
      'tollgate.channel.id': channel.id,
      ...(address ? { 'server.address': address.hostname } : {}),
    });
  }

  /** Records how a started call ended, and its usage. */
  conclude(
    call: EndedCall,
    result: 'answered' | 'client-gone' | { status: number; code: string },
  ): void {
    const { clientRequest, kind, holder, used, firstTokenMs } = call;
    const { promptTokens = 0 } = used;
    const operation = operationOf(kind);
    this.#span.rename(`${operation} ${clientRequest.model}`);
    this.#span.set({
      'gen_ai.operation.name': operation,
      'gen_ai.request.model': clientRequest.model,
      'gen_ai.usage.input_tokens': promptTokens,
      'gen_ai.usage.output_tokens': Math.max(0, used.tokens - promptTokens),
      'tollgate.stream': clientRequest.stream,
      'tollgate.group': holder.group,
      'tollgate.user.id': holder.userId,
      'tollgate.quota': used.quota,
      ...(firstTokenMs === undefined
        ? {}
        : { 'gen_ai.response.time_to_first_chunk': firstTokenMs / 1000 }),
    });
    if (typeof result === 'string') this.#finish(result === 'client-gone' ? 499 : 200, result);
    else this.#finish(result.status, result.code);
  }

  /** Records that a request was refused before any upstream was called. */
  refuse({ status, code }: { status: number; code: string }): void {
    this.#finish(status, code);
  }

  end(): void {
    if (!this.#isOver) this.#span.set({ 'http.response.status_code': 200 });
    this.#span.end();
  }

  #finish(status: number, code: string): void {
    this.#isOver = true;
    this.#span.set({ 'http.response.status_code': status });
    // By the conventions a server span is an error from status 500 on; client errors and disconnects are not.
    if (status >= 500) this.#span.fail(code);
    else if (status >= 400) this.#span.set({ 'error.type': code });
  }
}
