import type { JsonObject } from '../json-object.ts';
import type { GenerateBody, GeminiPart } from '../gemini/generate-body.ts';
import { NO_SIGNATURES, signRequest, signText } from '../gemini/generate-signatures.ts';
import { generateModelRules } from './generate-model-rules.ts';
import { generateOwnSchemaRules } from './schema-rules.ts';
import { generateSchemaRules } from './generate-schema-rules.ts';
import type { Rule } from './rule.ts';

const contentsOf = (body: JsonObject) => (body as GenerateBody).contents;
const partsOf = ({ parts = [] }: GenerateBody['contents'][number] = { parts: [] }) => parts;
const countParts = (parts: readonly GeminiPart[], kind: 'functionCall' | 'functionResponse') =>
  parts.filter((part) => part[kind]).length;
const signs = (body: JsonObject) => /gemini-[3-9]/.test((body as GenerateBody).model);
const ROLES = ['user', 'model', undefined];
const DATA = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
];

const shapeRules: readonly Rule[] = [
  {
    id: 'gemini/roles',
    vendor: 'gemini',
    refusal: 'contents[{0}].role: Please use a valid role: user, model.',
    source: 'ai.google.dev Content; the text stands in many issues',
    mark: 'D',
    basic: true,
    find(body) {
      const at = contentsOf(body).findIndex(({ role }) => !ROLES.includes(role));
      return at === -1 ? undefined : [at];
    },
  },
  {
    id: 'gemini/parts-have-data',
    vendor: 'gemini',
    refusal: 'contents[{0}].parts must have data',
    source: 'npm @ai-sdk/google 4.0.121; the text stands in many issues',
    mark: 'C',
    basic: true,
    find(body) {
      const at = contentsOf(body).findIndex(
        (content) =>
          partsOf(content).length === 0 ||
          partsOf(content).some((part) => Object.keys(part).length === 0),
      );
      return at === -1 ? undefined : [at];
    },
  },
  {
    id: 'gemini/one-datum-a-part',
    vendor: 'gemini',
    refusal:
      "contents[{0}].parts[{1}].data: required oneof field 'data' must have one initialized field",
    source: 'npm @ai-sdk/google 4.0.121: empty text is tolerated with a signature only',
    mark: 'C',
    find(body) {
      for (const [index, content] of contentsOf(body).entries()) {
        const at = partsOf(content).findIndex(
          (part) =>
            DATA.filter((name) => name in part).length !== 1 ||
            (part.text === '' && part.thoughtSignature === undefined),
        );
        if (at !== -1) return [index, at];
      }
      return undefined;
    },
  },
  {
    id: 'gemini/ends-with-user',
    vendor: 'gemini',
    refusal: 'Requests ending with a model turn are not supported.',
    source:
      'LibreChat-AI/agents#323 and #412, anomalyco/opencode#47034: 3.5-flash-lite, 3.6 and later',
    mark: 'I',
    find(body) {
      const { model } = body as GenerateBody;
      const refuses = /gemini-(?:3\.5-flash-lite|3\.[6-9]|[4-9])/.test(model);
      return refuses && contentsOf(body).at(-1)?.role === 'model' ? [] : undefined;
    },
  },
];

const callRules: readonly Rule[] = [
  {
    id: 'gemini/calls-answered',
    vendor: 'gemini',
    refusal:
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    source: 'google-gemini/gemini-cli#4217',
    mark: 'I',
    basic: true,
    find: (body) =>
      contentsOf(body).some(
        (content, index) =>
          content.role === 'model' &&
          countParts(partsOf(content), 'functionCall') !==
            countParts(partsOf(contentsOf(body)[index + 1]), 'functionResponse'),
      )
        ? []
        : undefined,
  },
  {
    id: 'gemini/call-after-user',
    vendor: 'gemini',
    refusal:
      'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
    source: 'google-gemini/gemini-cli#11814, diegosouzapw/OmniRoute#13573',
    mark: 'I',
    find(body) {
      const contents = contentsOf(body);
      const isOdd = contents.some(
        (content, index) =>
          countParts(partsOf(content), 'functionCall') > 0 &&
          (index === 0 || contents[index - 1]?.role === 'model'),
      );
      return isOdd ? [] : undefined;
    },
  },
  {
    id: 'gemini/response-after-call',
    vendor: 'gemini',
    refusal:
      'Please ensure that function response turn comes immediately after a function call turn.',
    source: 'BerriAI/litellm#26755',
    mark: 'I',
    find(body) {
      const contents = contentsOf(body);
      const isOdd = contents.some(
        (content, index) =>
          countParts(partsOf(content), 'functionResponse') > 0 &&
          countParts(partsOf(contents[index - 1]), 'functionCall') === 0,
      );
      return isOdd ? [] : undefined;
    },
  },
  {
    id: 'gemini/responses-in-order',
    vendor: 'gemini',
    refusal: 'Function responses must come in the order of their calls: {0} was expected.',
    source: 'remembered; the wording is ours',
    mark: 'N',
    find(body) {
      const contents = contentsOf(body);
      for (const [index, content] of contents.entries()) {
        const called = partsOf(content).flatMap(({ functionCall }) => functionCall?.name ?? []);
        const results = partsOf(contents[index + 1]).flatMap(
          ({ functionResponse }) => functionResponse?.name ?? [],
        );
        const odd = called.find((name, at) => results[at] !== name);
        if (odd !== undefined) return [odd];
      }
      return undefined;
    },
  },
];

/** Returns where the current turn begins: the latest content of the user that is not a function response. */
function currentTurnAt(body: JsonObject): number {
  return contentsOf(body).findLastIndex(
    (content) => content.role !== 'model' && countParts(partsOf(content), 'functionResponse') === 0,
  );
}

/** Finds the first call of a content if it lacks a signature. */
function findUnsigned(content: GenerateBody['contents'][number]): string | undefined {
  const first = partsOf(content).find(({ functionCall }) => functionCall);
  return first?.thoughtSignature === undefined ? first?.functionCall?.name : undefined;
}

const isForged = ({ functionCall, thoughtSignature }: GeminiPart, body: JsonObject) =>
  thoughtSignature !== undefined &&
  !(functionCall && NO_SIGNATURES.includes(thoughtSignature)) &&
  thoughtSignature !== (functionCall ? signRequest(functionCall, body) : signText(body));

const signatureRules: readonly Rule[] = [
  {
    id: 'gemini/call-signed',
    vendor: 'gemini',
    refusal:
      'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Function call `default_api:{0}`, position {1}.',
    source:
      'ai.google.dev/gemini-api/docs/thought-signatures (current turn, first call of each step); farion1231/cc-switch#5725',
    mark: 'D',
    find(body) {
      if (!signs(body)) return undefined;
      const from = currentTurnAt(body);
      for (const [index, content] of contentsOf(body).entries()) {
        const unsigned =
          index > from && content.role === 'model' ? findUnsigned(content) : undefined;
        if (unsigned !== undefined) return [unsigned, index + 1];
      }
      return undefined;
    },
  },
  {
    id: 'gemini/every-call-signed',
    vendor: 'gemini',
    refusal: 'Function call `{0}` in the {1}. content block is missing a `thought_signature`.',
    source:
      'stricter than Google, which asks for the current turn only; JohnnyZ93/oai-compatible-copilot#49',
    mark: 'N',
    narrow: true,
    find(body) {
      if (!signs(body)) return undefined;
      for (const [index, content] of contentsOf(body).entries()) {
        const unsigned = content.role === 'model' ? findUnsigned(content) : undefined;
        if (unsigned !== undefined) return [unsigned, index];
      }
      return undefined;
    },
  },
  {
    id: 'gemini/signature-valid',
    vendor: 'gemini',
    refusal: 'Corrupted thought signature.',
    source:
      'lbjlaq/Antigravity-Manager#970, docs.apiyi.com/en/faq/gemini-thought-signature-missing',
    mark: 'I',
    basic: true,
    find: (body) =>
      contentsOf(body).some(
        ({ role, parts = [] }) => role === 'model' && parts.some((part) => isForged(part, body)),
      )
        ? []
        : undefined,
  },
];

/** What Google refuses. */
export const generateRules: readonly Rule[] = [
  ...shapeRules,
  ...callRules,
  ...signatureRules,
  ...generateSchemaRules,
  ...generateOwnSchemaRules,
  ...generateModelRules,
];
