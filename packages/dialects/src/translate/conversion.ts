import type { Loss } from '../ir/losses.ts';
import type { RenderContext } from '../ir/render-context.ts';
import type { EmitEvent } from '../ir/stream-event.ts';
import { buildTransportFault } from '../faults/build-fault.ts';
import { encodeText } from '../json/encode-text.ts';
import { CODECS, UPSTREAM_CODECS } from './codec.ts';
import type { Translation, TranslationOptions } from './open-translation.ts';
import { restoreAnswerNames, restoreStreamNames } from './rename-tools.ts';
import { TranslatedStream } from './translated-stream.ts';
import { unwrapAnswer, unwrapStream } from './unwrap-custom.ts';
import { estimateAnswerTokens, readWholeAnswer, type WholeAnswerResult } from './whole-answer.ts';

const EVENT_BYTES_MAX = 64 * 1024 * 1024;

export interface ConvertedRequest {
  /** Names of the tools whose free text was wrapped in an object. */
  readonly customTools: ReadonlySet<string>;
  /** The client's names of tools by those that the upstream was given. */
  readonly originalNames: ReadonlyMap<string, string>;
  readonly losses: readonly Loss[];
  readonly body: Uint8Array;
  readonly raisedOutputTokens?: number;
}

/** A translation between two different dialects, through the IR. */
export function openConversion(
  options: TranslationOptions,
  { customTools, originalNames, losses, body, raisedOutputTokens }: ConvertedRequest,
): Translation {
  const { call, to } = options;
  const from = call.dialect;
  const upstream = UPSTREAM_CODECS[to];
  const client = CODECS[from];
  // Ids are written into JSON as they are.
  const id = options.id.replace(/[^A-Za-z0-9_-]/g, '');
  const context: RenderContext = {
    id,
    model: call.request.model,
    created: options.createdSeconds,
    includeUsage: call.request.includeUsage,
  };
  call.forgetBody();

  function readAnswer(bytes: Uint8Array): WholeAnswerResult {
    const read = readWholeAnswer(upstream, bytes, id);
    if (!read.ok) return read;
    const answer = unwrapAnswer(restoreAnswerNames(read.answer, originalNames), customTools);
    const rendered = renderSafely(() => JSON.stringify(client.renderAnswer(answer, context)));
    if (rendered === undefined) {
      return { ok: false, fault: buildTransportFault('bad-response', 'nested too deeply') };
    }
    return {
      ok: true,
      body: encodeText(rendered),
      usage: answer.usage,
      estimatedCompletionTokens: estimateAnswerTokens(answer),
    };
  }

  return {
    from,
    to,
    passesThrough: false,
    body,
    losses,
    ...(raisedOutputTokens === undefined ? {} : { raisedOutputTokens }),
    readAnswer,
    openStream: () =>
      new TranslatedStream({
        openReader: (emit: EmitEvent) =>
          upstream.readStream(
            restoreStreamNames(unwrapStream(emit, customTools), originalNames),
            id,
          ),
        renderer: client.renderStream(context),
        streamsLines: upstream.streamsLines === true,
        maxEventBytes: options.maxEventBytes ?? EVENT_BYTES_MAX,
      }),
  };
}

/** JSON that is nested too deeply for the stack is no answer; undefined then. */
function renderSafely(render: () => string): string | undefined {
  try {
    return render();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
