import type { UpstreamFormat, WireFormat } from '../ir/dialect.ts';
import { recordOf } from '../json/loose-values.ts';
import { parseJson } from '../json/parse-json.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import type { ClientRequest, JsonObject } from '../openai-chat/client-request.ts';

/** How much an upstream may answer, as it was told. */
export interface SentLimits {
  /** The most tokens of one answer, thoughts included; undefined where nothing bounds it but the model. */
  readonly outputTokens: number | undefined;
  /** How many answers were asked for. */
  readonly answers: number;
}

/** Of calls whose answers have no tokens. */
export const NO_OUTPUT: SentLimits = { outputTokens: 0, answers: 1 };

type Path = readonly string[];

/** Where a format says how much may be answered. */
interface LimitPaths {
  /** Of these one is enough; where there are several the largest counts, as readers differ. */
  readonly output: readonly Path[];
  /** Count only where they say more: not everybody reads them. */
  readonly raising?: readonly Path[];
  readonly answers?: readonly Path[];
}

const NONE: LimitPaths = { output: [] };

const inConfig = (...names: readonly string[]): readonly Path[] =>
  ['generationConfig', 'generation_config'].flatMap((config) =>
    names.map((name) => [config, name]),
  );

/** Every form of a chat says for itself how it is bounded; none may be forgotten. */
const PATHS: Readonly<Record<UpstreamFormat | 'mistral-fim', LimitPaths>> = {
  'openai-chat': {
    output: [['max_completion_tokens'], ['max_tokens']],
    raising: [
      ['max_output_tokens'],
      ['max_new_tokens'],
      ['max_tokens_to_sample'],
      ['num_predict'],
      ['options', 'num_predict'],
    ],
    answers: [['n'], ['best_of']],
  },
  'openai-responses': { output: [['max_output_tokens']] },
  'anthropic-messages': { output: [['max_tokens']] },
  'gemini-generate': {
    output: inConfig('maxOutputTokens', 'max_output_tokens'),
    answers: inConfig('candidateCount', 'candidate_count'),
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
  'aiproxy-ask': NONE,
};

/** What a client asked for: also what its upstream is told where the body passes as it came. */
export function limitsAsked(request: ClientRequest): SentLimits {
  if (!writes(request)) return NO_OUTPUT;
  const { maxOutputTokens, predictedTokens, choices } = request;
  return { outputTokens: plus(maxOutputTokens, predictedTokens), answers: choices };
}

/** What the body of a call tells its upstream, whoever wrote it: the client, a translation or a channel. */
export function readSentLimits(
  format: WireFormat,
  body: Uint8Array,
  request: ClientRequest,
): SentLimits {
  if (!writes(request)) return NO_OUTPUT;
  const { output, raising = [], answers = [] } = pathsOf(format);
  const members = readHolders(body, [...output, ...raising, ...answers]);
  const limits = output.flatMap((path) => countAt(members, path) ?? []);
  const raised = limits.length === 0 ? [] : raising.flatMap((path) => countAt(members, path) ?? []);
  const limit = limits.length === 0 ? undefined : Math.max(...limits, ...raised);
  const asked = answers.flatMap((path) => countAt(members, path) ?? []);
  return {
    outputTokens: plus(limit, format === 'openai-chat' ? request.predictedTokens : undefined),
    answers: Math.max(1, ...asked) * (request.prompts ?? 1),
  };
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

/** The members that paths begin with, parsed. */
function readHolders(body: Uint8Array, paths: readonly Path[]): JsonObject {
  const wanted = new Set(paths.map(([first]) => first));
  const found: Record<string, unknown> = {};
  for (const { name, start, end } of listTopLevelMembers(body) ?? [])
    if (wanted.has(name)) found[name] = parseJson(body.subarray(start, end));
  return found;
}

/** A number that bounds something. Zero and less are no bound: readers take them for none. */
function countAt(members: JsonObject, path: Path): number | undefined {
  let value: unknown = members;
  for (const name of path) value = recordOf(value)[name];
  return typeof value === 'number' && value >= 1 ? Math.ceil(value) : undefined;
}
