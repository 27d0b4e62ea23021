import { EVENT_BYTES_MAX } from '../sse/event-limits.ts';
import type { ChatResponse } from '../ir/response.ts';
import type { UpstreamFormat } from '../ir/dialect.ts';
import type { ConversionWarning } from '../ir/conversion-warnings.ts';
import type { EmitEvent } from '../ir/stream-event.ts';
import { buildTransportFault } from '../faults/build-fault.ts';
import { encodeText } from '../json/encode-text.ts';
import { readSentLimits } from '../limits/sent-limits.ts';
import { type Codec, CODECS, UPSTREAM_CODECS } from './codec.ts';
import type { Translation, TranslationOptions } from './translation.ts';
import { renderContextOf } from './render-context-of.ts';
import { restoreResponseNames, restoreStreamNames } from './rename-tools.ts';
import { prepareClientResponse, prepareClientStream } from '../history/prepare-client-response.ts';
import { TranslatedStream } from './translated-stream.ts';
import { editResponse, editStream } from './edit-texts.ts';
import { unwrapResponse, unwrapStream } from './custom-tools.ts';
import { readStreamedResponse } from './streamed-response.ts';
import {
  estimateResponseTokens,
  hasThoughts,
  type ReadResult,
  readWholeResponse,
  renderAsStream,
  type WholeResponseResult,
} from './whole-response.ts';

export interface ConvertedRequest {
  /** Names of tools whose free text was wrapped in an object. */
  readonly customTools: ReadonlySet<string>;
  /** The client's tool names by those sent to the upstream. */
  readonly originalNames: ReadonlyMap<string, string>;
  readonly warnings: readonly ConversionWarning[];
  readonly searches?: true;
  readonly body: Uint8Array;
  /** How responses are rendered for the client; as chats of its dialect if absent. */
  readonly client?: Pick<Codec, 'renderResponse' | 'renderStream'>;
}

/** Opens a translation through the IR: between two dialects, or to edit the texts of one. */
export function openConversion(
  options: TranslationOptions,
  to: UpstreamFormat,
  converted: ConvertedRequest,
): Translation {
  const { warnings, body, searches } = converted;
  const { call } = options;
  const from = call.dialect;
  const upstream = UPSTREAM_CODECS[to];
  const client = converted.client ?? CODECS[from];
  const context = renderContextOf(options);
  const { id } = context;
  const steps = stepsToClient(options, to, converted);
  call.forgetBody();

  function finish(
    result: ReadResult,
    render: (response: ChatResponse) => WholeResponseResult,
  ): WholeResponseResult {
    if (!result.ok) return result;
    return renderSafely(() => render(steps.respond(result.response)));
  }

  const renderWhole = (response: ChatResponse): WholeResponseResult => ({
    ok: true,
    body: encodeText(JSON.stringify(client.renderResponse(response, context))),
    usage: response.usage,
    isUsageEarly: response.isUsageEarly === true,
    estimateTokens: () => estimateResponseTokens(response),
    hasThoughts: () => hasThoughts(response),
  });

  return {
    from,
    to,
    passesThrough: false,
    body,
    warnings,
    ...(searches ? { searches } : {}),
    sentLimits: readSentLimits(to, body, call.request),
    readResponse: (bytes) => finish(readWholeResponse(upstream, bytes, id), renderWhole),
    readResponseAsStream: (bytes) =>
      finish(readWholeResponse(upstream, bytes, id), (response) =>
        renderAsStream(response, client.renderStream(context)),
      ),
    readStreamAsResponse: (bytes) => finish(readStreamedResponse(upstream, bytes, id), renderWhole),
    openStream: () =>
      new TranslatedStream({
        openReader: (emit: EmitEvent) => upstream.readStream(steps.events(emit), id),
        renderer: client.renderStream(context),
        streamsLines: upstream.streamsLines === true,
        maxEventBytes: options.maxEventBytes ?? EVENT_BYTES_MAX,
      }),
  };
}

/** Converts a response from the upstream's dialect to the client's, complete or streamed. */
interface ResponseSteps {
  readonly respond: (response: ChatResponse) => ChatResponse;
  readonly events: (emit: EmitEvent) => EmitEvent;
}

/**
 * Restores the client's tool names, unwraps free texts and edits texts; a response that stays in its dialect
 * keeps its ids and signatures.
 */
function stepsToClient(
  { call, openEditor, keepSignature }: TranslationOptions,
  to: UpstreamFormat,
  { customTools, originalNames }: ConvertedRequest,
): ResponseSteps {
  const stays = call.dialect === to;
  return {
    respond(response) {
      const restored = unwrapResponse(restoreResponseNames(response, originalNames), customTools);
      const edited = editResponse(restored, openEditor);
      return stays ? edited : prepareClientResponse(edited, keepSignature);
    },
    events(emit) {
      const last = stays ? emit : prepareClientStream(emit, keepSignature);
      const unwrapping = unwrapStream(editStream(last, openEditor), customTools);
      return restoreStreamNames(unwrapping, originalNames);
    },
  };
}

/** JSON nested too deeply for the stack is not a response. */
function renderSafely(render: () => WholeResponseResult): WholeResponseResult {
  try {
    return render();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, fault: buildTransportFault('bad-response', 'nested too deeply') };
  }
}
