import { inputOf } from '../anthropic-messages/render-blocks.ts';
import type { ChatResponse, TokenLogprob } from '../ir/response.ts';
import type { ResponsePart, Citation, Media, WebSearchPart } from '../ir/parts.ts';
import type { RenderContext } from '../ir/render-context.ts';
import { encodeSignature } from '../ir/seal.ts';
import type { JsonObject } from '../json/json-object.ts';
import { ParseBudget } from '../json/parse-budget.ts';
import { renderFinishReason } from './finish-reason.ts';
import { renderGenerateUsage } from './usage.ts';

/**
 * Renders an IR response as a generateContent response. Source: Google's API reference and SDK types,
 * GenerateContentResponse, November 2026.
 */
export function renderGenerateResponse(response: ChatResponse, context: RenderContext): JsonObject {
  const citations = response.parts.flatMap((part) =>
    part.type === 'text' ? (part.citations ?? []) : [],
  );
  const searches = response.parts.filter((part) => part.type === 'web-search');
  const budget = new ParseBudget();
  const parts = response.parts.flatMap((part) => renderResponsePart(part, budget));
  return {
    candidates: [
      {
        content: { role: 'model', parts },
        finishReason: renderFinishReason(response.stop),
        index: 0,
        ...renderGrounding(citations, searches),
        ...(response.logprobs ? { logprobsResult: renderLogprobsResult(response.logprobs) } : {}),
      },
    ],
    ...(response.usage ? { usageMetadata: renderGenerateUsage(response.usage) } : {}),
    modelVersion: context.model,
    responseId: context.id,
  };
}

/**
 * Text for hidden thoughts of another provider: clients attach the signature of a part without text to the
 * preceding part, overwriting that part's own.
 */
export const HIDDEN_TEXT = ' ';

/** Renders one part; its signature is on the part itself here. */
export function renderResponsePart(part: ResponsePart, budget: ParseBudget): JsonObject[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text === '' ? [] : [{ text: part.text }];
    case 'thinking': {
      const signature = part.signature ? encodeSignature(part.signature, 'gemini-generate') : '';
      const isHidden = part.text === '' && signature !== '';
      const text = isHidden && part.signature?.by !== 'gemini-generate' ? HIDDEN_TEXT : part.text;
      return [{ text, thought: true, ...signed(signature) }];
    }
    case 'tool-call': {
      const geminiSignature = part.signature?.by === 'gemini-generate' ? part.signature.value : '';
      const functionCall = {
        id: part.id,
        name: part.name,
        args: part.custom ? { input: part.args } : inputOf(part.args, budget),
      };
      return [{ functionCall, ...signed(geminiSignature) }];
    }
    case 'image':
    case 'audio':
    case 'video':
      return renderMedia(part.source);
    case 'file':
    case 'tool-result':
    case 'web-search':
      return [];
  }
}

function signed(signature: string): JsonObject {
  return signature === '' ? {} : { thoughtSignature: signature };
}

function renderMedia(source: Media): JsonObject[] {
  if (source.kind !== 'base64') return [];
  return [{ inlineData: { mimeType: source.mediaType, data: source.data } }];
}

/** Renders the sources of a response: the pages it cites, else those found. Nothing without any. */
export function renderGrounding(
  citations: readonly Citation[],
  searches: readonly WebSearchPart[],
): JsonObject {
  if (citations.length === 0 && searches.length === 0) return {};
  const searchResults = searches.flatMap(({ results }) => results);
  const pages: readonly Citation[] = citations.length > 0 ? citations : searchResults;
  const queries = searches.flatMap((search) => search.queries);
  return {
    groundingMetadata: {
      ...(queries.length > 0 ? { webSearchQueries: queries } : {}),
      groundingChunks: pages.map(({ url, title }) => ({
        web: { uri: url ?? '', title: title ?? '' },
      })),
    },
  };
}

export function renderLogprobsResult(tokens: readonly TokenLogprob[]): JsonObject {
  const render = ({ token, logprob }: TokenLogprob) => ({ token, logProbability: logprob });
  return {
    chosenCandidates: tokens.map(render),
    topCandidates: tokens.map(({ top }) => ({ candidates: (top ?? []).map(render) })),
  };
}
