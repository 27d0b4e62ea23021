import { respondWithJson } from '../respond.ts';
import { type Block, blocksOf } from '../response-blocks.ts';
import { breakAtStart, breakHalfway } from '../break-stream.ts';
import { type Call, type Endpoint, missing } from '../endpoint.ts';
import type { JsonObject } from '../json-object.ts';
import { openEventStream } from '../event-stream.ts';
import { generateRules } from '../rules/generate-rules.ts';
import { findBrokenRule, type Mistake } from '../rules/rule.ts';
import type { Script } from '../script.ts';
import {
  countImages,
  type GeminiPart,
  type GenerateBody,
  lastUserText,
  toolRequestOf,
} from './generate-body.ts';
import { signRequest, signText } from './generate-signatures.ts';

/** Finds what Google would refuse: missing contents, and broken rules. */
function findMistake(body: JsonObject, isStrict?: boolean): Mistake | undefined {
  const { contents } = body as Partial<GenerateBody>;
  const isPresent = Array.isArray(contents) && contents.length > 0;
  return isPresent ? findBrokenRule(generateRules, body, isStrict) : missing('contents');
}

const CUT_EVENT = 'data: {"candidates":[{"content":{"parts":[{"text":"cut he';

/** :generateContent and :streamGenerateContent. */
export const generateEndpoint: Endpoint = {
  findMistake,
  lastText: (body) => lastUserText(body as GenerateBody),
  images: (body) => countImages(body as GenerateBody),
  respond: (call) => ((call.body as GenerateBody).stream ? stream(call) : respondWhole(call)),
};

/** :countTokens. */
export const countTokensEndpoint: Endpoint = {
  findMistake,
  lastText: (body) => lastUserText(body as GenerateBody),
  respond: (call) => respondWithJson(call, { totalTokens: call.script.prompt_tokens }),
};

function responseBlocks({ body, script }: Call): Block[] {
  const request = body as GenerateBody;
  return blocksOf(script, toolRequestOf(request), lastUserText(request));
}

async function respondWhole(call: Call): Promise<void> {
  const parts = signed(
    call,
    responseBlocks(call).flatMap((block) => renderParts(block, true)),
  );
  await respondWithJson(call, chunk(call, parts, finishReason(call.script)));
}

/** Streams a response: calls come whole, every chunk has usage, the last one has the finish reason. */
async function stream(call: Call): Promise<void> {
  const events = openEventStream(call);
  if (await breakAtStart(call, events)) return;
  const chunks = signed(
    call,
    responseBlocks(call).flatMap((block) => renderParts(block, false)),
  );
  const half = Math.ceil(chunks.length / 2);
  for (const part of chunks.slice(0, half)) await events.send(chunk(call, [part]));
  if (await breakHalfway(call, events, CUT_EVENT)) return;
  for (const part of chunks.slice(half)) await events.send(chunk(call, [part]));
  if (call.script.fault !== 'no-done')
    await events.send(chunk(call, [{ text: '' }], finishReason(call.script)));
  events.end();
}

function chunk({ body, script }: Call, parts: object[], finish?: string) {
  const usageMetadata = usageOf(script);
  return {
    candidates: [
      {
        content: { role: 'model', parts },
        index: 0,
        ...(finish === undefined ? {} : { finishReason: finish }),
      },
    ],
    ...(usageMetadata ? { usageMetadata } : {}),
    modelVersion: (body as GenerateBody).model,
    responseId: 'resp-simulated',
  };
}

/** Adds the signature: to the first call, or else to the last part. */
function signed({ body }: Call, parts: readonly GeminiPart[]): GeminiPart[] {
  const call = parts.findIndex(({ functionCall }) => functionCall);
  const at = call === -1 ? parts.length - 1 : call;
  return parts.map((part, index) => {
    if (index !== at) return part;
    const { functionCall } = part;
    return {
      ...part,
      thoughtSignature: functionCall ? signRequest(functionCall, body) : signText(body),
    };
  });
}

function renderParts(block: Block, whole: boolean): GeminiPart[] {
  if (block.kind === 'call')
    return [
      {
        functionCall: {
          id: `gemini_${block.id}`,
          name: block.name,
          args: JSON.parse(block.args) as object,
        },
      },
    ];
  const thought = block.kind === 'thinking' ? { thought: true } : {};
  const chunks = whole ? [block.chunks.join('')] : block.chunks;
  return chunks.map((text) => ({ text, ...thought }));
}

const FINISH_REASONS: Record<string, string> = { stop: 'STOP', length: 'MAX_TOKENS' };

function finishReason({ finish_reason }: Script): string {
  return FINISH_REASONS[finish_reason] ?? finish_reason;
}

/** Thinking tokens are counted separately from the candidates', cached tokens as part of the prompt. */
function usageOf(script: Script): object | undefined {
  if (script.fault === 'no-usage') return undefined;
  if (script.fault === 'zero-usage')
    return { promptTokenCount: 0, candidatesTokenCount: 0, totalTokenCount: 0 };
  const { prompt_tokens, completion_tokens, reasoning_tokens, audio_tokens } = script;
  return {
    promptTokenCount: prompt_tokens,
    cachedContentTokenCount: script.cached_tokens,
    candidatesTokenCount: completion_tokens - reasoning_tokens,
    thoughtsTokenCount: reasoning_tokens,
    totalTokenCount: prompt_tokens + completion_tokens,
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: prompt_tokens - audio_tokens },
      ...(audio_tokens > 0 ? [{ modality: 'AUDIO', tokenCount: audio_tokens }] : []),
    ],
  };
}
