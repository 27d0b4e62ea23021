import {
  listUnknown,
  requireList,
  requireRecord,
  requireText,
  readFlag,
  readList,
  readNumber,
  readRecord,
  readText,
  readTexts,
  readWhole,
} from '../ir/read-shape.ts';
import type { Part, TextPart } from '../ir/parts.ts';
import type {
  ResponseFormat,
  ChatRequest,
  Effort,
  Reasoning,
  Role,
  ServerTool,
  Turn,
} from '../ir/request.ts';
import type { JsonObject } from '../json/json-object.ts';
import { recordOf } from '../json/loose-values.ts';
import { hostedTools } from '../server-tools/describe-server-tool.ts';
import { findRefusal } from '../state/read-state.ts';
import { lowerSchemaTypes } from './lower-schema-types.ts';
import { member, snakeOf } from './member.ts';
import { joinParts } from './parse-response.ts';
import { createPartParser } from './parse-parts.ts';
import { parseToolConfig, parseTools } from './parse-tools.ts';
import { ownValue } from '../json/own-value.ts';

const KNOWN = withSnake([
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'labels',
  'model',
  'cachedContent',
]);
const KNOWN_CONFIG = withSnake([
  'temperature',
  'topP',
  'topK',
  'candidateCount',
  'maxOutputTokens',
  'stopSequences',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'responseModalities',
  'thinkingConfig',
  'seed',
  'presencePenalty',
  'frequencyPenalty',
  'responseLogprobs',
  'logprobs',
]);

function withSnake(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => [name, snakeOf(name)]));
}

/**
 * Parses a generateContent body into an IR request; model and streaming are in the path. Throws ShapeError.
 * Source: Google's API reference and SDK types, generateContent, November 2026.
 */
export function parseGenerateRequest(
  body: JsonObject,
  model: string,
  stream: boolean,
): ChatRequest {
  const unknown: string[] = [...listUnknown(body, KNOWN)];
  const config = readRecord(member(body, 'generationConfig'), 'generationConfig') ?? {};
  unknown.push(...listUnknown(config, KNOWN_CONFIG, 'generationConfig'));
  const hosted: ServerTool[] = [];
  const tools = parseTools(readList(body.tools, 'tools'), hosted);
  const choice = parseToolConfig(readRecord(member(body, 'toolConfig'), 'toolConfig'));
  const at = (name: string) => `generationConfig.${name}`;
  const modalities = readTexts(member(config, 'responseModalities'), at('responseModalities'))
    .map((name) => name.toLowerCase())
    .filter((name) => name !== 'text');
  return {
    model,
    stream,
    system: [...parseSystem(member(body, 'systemInstruction')), ...parseChoices(config, unknown)],
    turns: parseContents(body.contents, unknown),
    tools,
    ...hostedTools(hosted, undefined, tools.length),
    toolChoice: choice,
    sampling: {
      temperature: readNumber(config.temperature, at('temperature')),
      topP: readNumber(member(config, 'topP'), at('topP')),
      topK: readNumber(member(config, 'topK'), at('topK')),
      seed: readWhole(config.seed, at('seed')),
      presencePenalty: readNumber(member(config, 'presencePenalty'), at('presencePenalty')),
      frequencyPenalty: readNumber(member(config, 'frequencyPenalty'), at('frequencyPenalty')),
    },
    maxOutputTokens: readWhole(member(config, 'maxOutputTokens'), at('maxOutputTokens')),
    stop: readTexts(member(config, 'stopSequences'), at('stopSequences')),
    logprobs: parseLogprobs(config),
    choices: readWhole(member(config, 'candidateCount'), at('candidateCount')) ?? 1,
    format: parseFormat(config),
    reasoning: parseThinking(readRecord(member(config, 'thinkingConfig'), at('thinkingConfig'))),
    ...(modalities.length > 0 ? { modalities } : {}),
    metadata: readRecord(body.labels, 'labels'),
    refusal: findRefusal('gemini-generate', body),
    unknown,
  };
}

function parseSystem(value: unknown): TextPart[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  const parts = readList(
    requireRecord(value, 'systemInstruction').parts,
    'systemInstruction.parts',
  );
  return parts.map((item, index) => {
    const path = `systemInstruction.parts[${index}]`;
    return {
      type: 'text' as const,
      text: requireText(requireRecord(item, path).text, `${path}.text`),
    };
  });
}

/**
 * Parses the conversation. Google's clients store each chunk of a streamed response as a content of its own:
 * consecutive contents of the model are one turn.
 */
function parseContents(value: unknown, unknown: string[]): Turn[] {
  // Only the calls of the last response can still be answered.
  const calls = { count: 0 };
  let parser = createPartParser(unknown, calls);
  let response: Part[] | undefined;
  const turns: { role: Role; parts: Part[] }[] = [];
  for (const [index, item] of requireList(value, 'contents').entries()) {
    const path = `contents[${index}]`;
    const content = requireRecord(item, path);
    const isModel = readText(content.role, `${path}.role`) === 'model';
    if (isModel && !response) parser = createPartParser(unknown, calls);
    const parts = readList(content.parts, `${path}.parts`).flatMap((part, position) =>
      parser(part, `${path}.parts[${position}]`),
    );
    if (isModel && response) {
      response.push(...parts);
      continue;
    }
    response = isModel ? parts : undefined;
    turns.push({ role: isModel ? 'assistant' : 'user', parts });
  }
  return turns.map(({ role, parts }) => {
    if (role !== 'assistant') return { role, parts };
    // A stream's last chunk is an empty text.
    const given = parts.filter((part) => part.type !== 'text' || part.text !== '');
    return { role, parts: given.length > 0 ? joinParts(given) : parts };
  });
}

function parseLogprobs(config: JsonObject): number | undefined {
  const path = 'generationConfig.responseLogprobs';
  if (readFlag(member(config, 'responseLogprobs'), path) !== true) return undefined;
  return readWhole(config.logprobs, 'generationConfig.logprobs') ?? 0;
}

function parseFormat(config: JsonObject): ResponseFormat | undefined {
  const type = readText(member(config, 'responseMimeType'), 'generationConfig.responseMimeType');
  const json = readRecord(
    member(config, 'responseJsonSchema'),
    'generationConfig.responseJsonSchema',
  );
  const schema = readRecord(member(config, 'responseSchema'), 'generationConfig.responseSchema');
  if (type === CHOICE) return undefined;
  if (json) return { kind: 'schema', schema: json };
  if (schema) return { kind: 'schema', schema: lowerSchemaTypes(schema) };
  return type === 'application/json' ? { kind: 'json' } : undefined;
}

const CHOICE = 'text/x.enum';

/** A response that is one of several texts, which are not in quotes as in JSON: only words can ask for it. */
function parseChoices(config: JsonObject, unknown: string[]): TextPart[] {
  if (member(config, 'responseMimeType') !== CHOICE) return [];
  unknown.push('generationConfig.responseMimeType');
  const schema = member(config, 'responseSchema') ?? member(config, 'responseJsonSchema');
  const values: unknown = recordOf(schema).enum;
  if (!Array.isArray(values)) return [];
  const list = (values as unknown[]).map(String).join('\n');
  return [{ type: 'text', text: `Answer with one of these lines and nothing else:\n${list}` }];
}

function parseThinking(config: JsonObject | undefined): Reasoning | undefined {
  if (!config) return undefined;
  const path = 'generationConfig.thinkingConfig';
  const budget = readWhole(member(config, 'thinkingBudget'), `${path}.thinkingBudget`);
  const level = readText(member(config, 'thinkingLevel'), `${path}.thinkingLevel`)?.toLowerCase();
  const showThoughts =
    readFlag(member(config, 'includeThoughts'), `${path}.includeThoughts`) ?? false;
  const effort = ownValue(LEVELS, level ?? '');
  if (effort !== undefined) return { effort, show: showThoughts };
  if (budget === -1) return { adaptive: true, show: showThoughts };
  return budget === undefined
    ? { adaptive: true, show: showThoughts }
    : { budget, show: showThoughts };
}

const LEVELS: Readonly<Record<string, Effort>> = {
  minimal: 'minimal',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'xhigh',
};
