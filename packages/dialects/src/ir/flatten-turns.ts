import type { ConversionWarnings } from './conversion-warnings.ts';
import type { ImagePart, Part } from './parts.ts';
import type { ChatRequest, Role } from './request.ts';
import { textOfResult } from './text-of-result.ts';

/** A conversation as one text, for upstreams that accept a single question. */
export interface FlatConversation {
  readonly text: string;
  /** The images of the last turn. */
  readonly images: readonly ImagePart[];
}

const SPEAKERS: Readonly<Record<Role, string>> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
};

/**
 * Flattens a request into text, for upstreams without turns. A single question is sent as it is; otherwise
 * every turn is prefixed with its speaker. Records what text can't express.
 */
export function flattenTurns(request: ChatRequest, warnings: ConversionWarnings): FlatConversation {
  const last = request.turns.at(-1);
  const images: ImagePart[] = [];
  const lines = request.turns.map((turn) => {
    const texts = turn.parts.map((part) => {
      if (part.type !== 'image' || turn !== last) return flattenPart(part, warnings);
      images.push(part);
      return '';
    });
    return { speaker: SPEAKERS[turn.role], text: texts.filter(Boolean).join('\n') };
  });
  const system = request.system.map(({ text }) => text).join('\n\n');
  const [only] = lines;
  if (system === '' && lines.length === 1 && only) return { text: only.text, images };
  const labelled = lines.map(({ speaker, text }) => `${speaker}: ${text}`);
  return { text: [...(system === '' ? [] : [system]), ...labelled].join('\n\n'), images };
}

/** Returns a part as text; images yield none. */
export function flattenPart(part: Part, warnings: ConversionWarnings): string {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text;
    case 'tool-call':
      return `[${part.name}(${part.args})]`;
    case 'tool-result':
      return `[${part.name ?? part.callId}: ${textOfResult(part, warnings)}]`;
    case 'image':
      warnings.note('old_image');
      return '';
    case 'thinking':
      warnings.note('thinking');
      return '';
    case 'file':
      if (part.source.kind === 'text') return part.source.text;
      warnings.note('file');
      return '';
    case 'audio':
    case 'video':
      warnings.note(part.type);
      return '';
  }
}

/**
 * Records all generation settings as unsupported: applications that accept a single question decide these
 * themselves.
 */
export function warnAboutDroppedSettings(request: ChatRequest, warnings: ConversionWarnings): void {
  const { sampling, tools } = request;
  if (request.choices > 1) warnings.note('choices');
  if (tools.length > 0) warnings.note('tools');
  if (request.format) warnings.note(request.format.kind === 'json' ? 'json_object' : 'json_schema');
  if (request.reasoning) warnings.note('reasoning');
  if (request.maxOutputTokens !== undefined) warnings.note('max_tokens');
  if (request.stop.length > 0) warnings.note('stop');
  if (request.logprobs !== undefined) warnings.note('logprobs');
  if (request.metadata) warnings.note('metadata');
  for (const [feature, value] of [
    ['temperature', sampling.temperature],
    ['top_p', sampling.topP],
    ['top_k', sampling.topK],
    ['seed', sampling.seed],
    ['frequency_penalty', sampling.frequencyPenalty],
    ['presence_penalty', sampling.presencePenalty],
    ['logit_bias', sampling.logitBias],
  ] as const)
    if (value !== undefined) warnings.note(feature);
}
