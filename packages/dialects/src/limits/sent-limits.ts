import type { UpstreamFormat, WireFormat } from '../ir/dialect.ts';
import { recordOf } from '../json/loose-values.ts';
import { parseJson } from '../json/parse-json.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import type { ClientRequest } from '../ir/client-request.ts';
import type { JsonObject } from '../json/json-object.ts';

/** Names of top-level limits, in any API. */
export const LIMIT_NAMES: readonly string[] = [
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'max_new_tokens',
  'max_tokens_to_sample',
  'num_predict',
];

/** The output limit sent to the upstream. */
export interface SentLimits {
  /** Most tokens of one response, including thoughts; undefined if only the model limits it. */
  readonly outputTokens: number | undefined;
  /** Number of requested responses. */
  readonly responses: number;
}

/** For calls whose responses have no tokens. */
export const NO_OUTPUT: SentLimits = { outputTokens: 0, responses: 1 };

type Path = readonly [first: string, ...inner: string[]];

/** Where a format states its output limit. */
interface LimitPaths {
  /** One of these is enough; the largest counts, as readers differ. */
  readonly output: readonly Path[];
}

const NONE: LimitPaths = { output: [] };

const inConfig = (...names: readonly string[]): readonly Path[] =>
  ['generationConfig', 'generation_config'].flatMap((config) =>
    names.map((name): Path => [config, name]),
  );

/**
 * Limits of all APIs, as an upstream may read any: gateways in front of providers accept several. None of
 * them is a limit on its own, but one that exceeds the format's own counts.
 */
export const ALL_LIMITS: readonly Path[] = [
  ...LIMIT_NAMES.map((name): Path => [name]),
  ['options', 'num_predict'],
  ['reasoning', 'max_tokens'],
  ['parameters', 'max_tokens'],
  ...inConfig('maxOutputTokens', 'max_output_tokens'),
];

/** Common to all formats: a channel may put any of them into any body. */
const CHOICE_COUNTS: readonly Path[] = [
  ['n'],
  ['best_of'],
  ...inConfig('candidateCount', 'candidate_count'),
];

/** Every chat format must state how it is limited. */
const PATHS: Readonly<Record<UpstreamFormat | 'mistral-fim', LimitPaths>> = {
  'openai-chat': {
    output: [['max_completion_tokens'], ['max_tokens']],
  },
  'openai-responses': { output: [['max_output_tokens']] },
  'anthropic-messages': { output: [['max_tokens']] },
  'gemini-generate': {
    output: inConfig('maxOutputTokens', 'max_output_tokens'),
  },
  'cohere-chat': { output: [['max_tokens']] },
  'ollama-chat': { output: [['options', 'num_predict']] },
  'baidu-chat': { output: [['max_output_tokens']] },
  'spark-chat': { output: [['parameter', 'chat', 'max_tokens']] },
  'mistral-fim': { output: [['max_tokens']] },
  'hunyuan-chat': NONE,
  'dify-chat': NONE,
  'dify-completion': NONE,
  'dify-workflow': NONE,
  'ai-proxy-library': NONE,
};

/** Returns the client's limits, which also reach the upstream if the body passes unchanged. */
export function requestedLimits(request: ClientRequest): SentLimits {
  if (!writes(request)) return NO_OUTPUT;
  const { maxOutputTokens, predictedTokens = 0, summaryTokens = 0, choices } = request;
  const beyond = predictedTokens + summaryTokens;
  return { outputTokens: plus(maxOutputTokens, beyond), responses: choices };
}

/**
 * Reads the limits from the body sent to the upstream, whether written by the client, a translation or a
 * channel.
 */
export function readSentLimits(
  format: WireFormat,
  body: Uint8Array,
  request: ClientRequest,
  thoughtsBeyond?: Thoughts,
): SentLimits {
  if (!writes(request)) return NO_OUTPUT;
  const { output } = pathsOf(format);
  const thoughts = thoughtsBeyond === undefined ? [] : THOUGHTS;
  const members = readHolders(body, [...ALL_LIMITS, ...output, ...CHOICE_COUNTS, ...thoughts]);
  const limits = output.flatMap((path) => countAt(members, path) ?? []);
  const others = ALL_LIMITS.flatMap((path) => countAt(members, path) ?? []);
  const limit = limits.length === 0 ? undefined : Math.max(...limits, ...others);
  const choiceCounts = CHOICE_COUNTS.flatMap((path) => countAt(members, path) ?? []);
  return {
    outputTokens: plus(limit, beyondLimit(format, request, thoughtsOf(members, thoughtsBeyond))),
    responses: Math.max(1, ...choiceCounts) * (request.prompts ?? 1),
  };
}

/** Members that enable or disable thoughts, where the limit does not cover them. */
const THOUGHTS: readonly Path[] = [
  ['enable_thinking'],
  ['thinking'],
  ['thinking_budget'],
  ['reasoning_effort'],
  ['reasoning'],
];

/** How much a model may think beyond the limit. */
export interface Thoughts {
  /** In tokens, if no budget is sent. */
  readonly maximum: number;
  readonly onlyOnRequest: boolean;
}

function thoughtsOf(members: JsonObject, thoughts: Thoughts | undefined): number {
  if (!thoughts) return 0;
  const { enable_thinking: enabled, thinking } = members;
  const budget = countAt(members, ['thinking_budget']);
  const isOff = enabled === false || recordOf(thinking).type === 'disabled';
  const switches = [enabled || undefined, thinking, members.reasoning_effort, members.reasoning];
  const isRequested =
    budget !== undefined || switches.some((value) => (value ?? undefined) !== undefined);
  if (isOff || (thoughts.onlyOnRequest && !isRequested)) return 0;
  return budget ?? thoughts.maximum;
}

/** Returns the tokens billed in addition to the limit. */
function beyondLimit(
  format: WireFormat,
  { predictedTokens = 0, summaryTokens = 0 }: ClientRequest,
  thoughts: number,
): number {
  const compacts = format === 'anthropic-messages' || format === 'openai-responses';
  return (
    thoughts + (format === 'openai-chat' ? predictedTokens : 0) + (compacts ? summaryTokens : 0)
  );
}

function pathsOf(format: WireFormat): LimitPaths {
  return isKnown(format) ? PATHS[format] : NONE;
}

function isKnown(format: WireFormat): format is keyof typeof PATHS {
  return Object.hasOwn(PATHS, format);
}

function writes({ kind }: ClientRequest): boolean {
  return kind === 'chat' || kind === 'completions';
}

function plus(limit: number | undefined, more = 0): number | undefined {
  return limit === undefined ? undefined : limit + more;
}

/** Parses the members that the paths start with. */
function readHolders(body: Uint8Array, paths: readonly Path[]): JsonObject {
  const wanted = new Set(paths.map(([first]) => first));
  const values: Record<string, unknown> = {};
  for (const { name, start, end } of listTopLevelMembers(body) ?? [])
    if (wanted.has(name)) values[name] = parseJson(body.subarray(start, end));
  return values;
}

/** Reads a number as a limit. Values below one are ignored: readers take them for no limit. */
function countAt(members: JsonObject, path: Path): number | undefined {
  let value: unknown = members;
  for (const name of path) value = recordOf(value)[name];
  return typeof value === 'number' && value >= 1 ? Math.ceil(value) : undefined;
}
