import { snakeOf } from '../gemini-generate/member.ts';
import type { Dialect } from '../ir/dialect.ts';
import { reject } from '../ir/read-shape.ts';
import { encodeText } from '../json/encode-text.ts';
import { recordOf, textOrNumberOf } from '../json/loose-values.ts';
import { parseJson } from '../json/parse-json.ts';
import type { ByteRange, ListedObject, TopLevelMember } from '../json/byte-range.ts';
import { listObjects, readObject } from '../json/top-level-members.ts';
import { findAmbiguousSpelling, GuardedNames } from '../limits/find-ambiguous-member.ts';
import { GUARDED_IN_TOOLS, GUARDED_INSIDE_TOOLS } from '../limits/guarded-members.ts';
import type { RequestedTool } from './billable-features.ts';
import { describeWebSearch, OPENROUTER_SEARCH } from './web-search-price.ts';
import { kindOfTool } from './tool-table.ts';

const pricedNames = new GuardedNames(GUARDED_IN_TOOLS);
const innerNames = new GuardedNames(GUARDED_INSIDE_TOOLS);
/** The caller's own objects, whose names may differ only by case. */
const FREE_OBJECTS = new Set(['function', 'parameters', 'input_schema', 'headers']);
/** Tools whose uses chat completions report; those of others are not reported. */
const REPORTED_IN_CHATS = new Set(['live_search']);
/**
 * Searches of chat completions, which may be OpenRouter's by another name. Others (Zhipu, Spark, MiniMax,
 * StepFun) report nothing and bill one search; a request does not show which provider it is sent to.
 */
const SEARCHES_IN_CHATS = new Set(['web_search', 'web_search_preview']);
const MOONSHOT_SEARCH = 'builtin_function:$web_search';
const OPEN_BRACE = 0x7b;
/** No provider accepts more tools; each of these is parsed, planned and priced. */
export const SERVER_TOOLS_MAX = 128;

/**
 * Reads the server tools in a list. Only their members are parsed: client functions, which are most and may
 * be large, are skipped. Throws ShapeError if a member that determines the price occurs twice. `listed`
 * contains the elements if they were found before.
 */
export function readTools(
  dialect: Dialect,
  bytes: Uint8Array,
  range: ByteRange,
  path = 'tools',
  listed?: readonly ListedObject[],
): readonly RequestedTool[] {
  const isOne = bytes[range.start] === OPEN_BRACE;
  const elements = isOne
    ? [{ ...range, members: readObject(bytes, range.start, range.end)?.members }]
    : (listed ?? listObjects(bytes, range).elements);
  const tools: RequestedTool[] = [];
  for (const [index, element] of elements.entries()) {
    const { members } = element;
    if (members && isFunction(dialect, bytes, members)) continue;
    const toolPath = `${path}[${index}]`;
    if (tools.length >= SERVER_TOOLS_MAX) refuseMoreTools(toolPath);
    if (members) tools.push(...readTool(dialect, bytes, { element, members, path: toolPath }));
    else tools.push(unknownTool('unknown', toolPath));
  }
  return tools;
}

/** Throws ShapeError for too many tools. */
export function refuseMoreTools(path: string): never {
  return reject(`At most ${SERVER_TOOLS_MAX} tools of the provider can be used.`, path);
}

interface ReadElement {
  element: ByteRange;
  members: readonly TopLevelMember[];
  path: string;
}

function readTool(
  dialect: Dialect,
  bytes: Uint8Array,
  { element, members, path }: ReadElement,
): readonly RequestedTool[] {
  checkOnce(bytes, members, path);
  if (dialect === 'gemini-generate') return readGoogleTool(bytes, members, path);
  const inner = members.find(({ name }) => name === 'tools');
  const nested = inner ? readTools(dialect, bytes, inner, `${path}.tools`) : [];
  const type = typeOf(dialect, bytes, members);
  const kind = kindOfTool(dialect, type);
  if (kind.family === undefined) return nested;
  const value = recordOf(parseJson(bytes.subarray(element.start, element.end)));
  const tool = describeTool(type, kind.family, value);
  if (!tool) return nested;
  const details = {
    ...(kind.free ? { free: true as const } : {}),
    ...describeReport(dialect, type, kind.family),
  };
  const { refused } = tool;
  return [
    ...nested,
    { ...tool, path, ...details, ...(refused ? { refused: `${path}.${refused}` } : {}) },
  ];
}

/** Returns the uses of a tool to charge where the response reports none. */
function describeReport(
  dialect: Dialect,
  type: string,
  family: string,
): Pick<RequestedTool, 'flat' | 'least'> {
  if (type === OPENROUTER_SEARCH) return { least: 1 };
  const isReported = type === MOONSHOT_SEARCH || REPORTED_IN_CHATS.has(family);
  if (dialect !== 'openai-chat' || isReported) return {};
  return SEARCHES_IN_CHATS.has(family) ? { least: 1 } : { flat: 1 };
}

/** Throws ShapeError if JSON readers could use another value for what determines the price. */
function checkOnce(bytes: Uint8Array, members: readonly TopLevelMember[], path: string): void {
  refuseDuplicate(findAmbiguousSpelling(pricedNames, members), path);
  for (const { name, start, end } of members) {
    if (bytes[start] !== OPEN_BRACE || FREE_OBJECTS.has(name)) continue;
    const inner = readObject(bytes, start, end)?.members ?? [];
    refuseDuplicate(findAmbiguousSpelling(innerNames, inner), `${path}.${name}`);
  }
}

/** Throws ShapeError for an ambiguous name; undefined passes. */
export function refuseDuplicate(name: string | undefined, path: string): void {
  if (name === undefined) return;
  const memberPath = `${path}.${name}`;
  reject(
    `${memberPath} is given more than once, or in another spelling.`,
    memberPath,
    'duplicate_parameter',
  );
}

const FUNCTION = encodeText('"function"');

/**
 * Returns whether a tool is just a function in OpenAI's format, as nearly all are; decided without parsing.
 */
function isFunction(
  dialect: Dialect,
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
): boolean {
  if (dialect !== 'openai-chat' && dialect !== 'openai-responses') return false;
  let isTyped = false;
  pricedNames.startObject();
  for (const { name, start, end } of members) {
    if (name === 'tools' || pricedNames.add(name) !== undefined) return false;
    if (name === 'type') isTyped = isWord(bytes, start, end);
  }
  return isTyped;
}

function isWord(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== FUNCTION.length) return false;
  for (let at = 0; at < FUNCTION.length; at++) if (bytes[start + at] !== FUNCTION[at]) return false;
  return true;
}

/** Returns a tool's type; without a type member, it is a function, or named after its first member. */
function typeOf(dialect: Dialect, bytes: Uint8Array, members: readonly TopLevelMember[]): string {
  const valueOf = (name: string): unknown => {
    const member = members.find((each) => each.name === name);
    return member && parseJson(bytes.subarray(member.start, member.end));
  };
  const type = valueOf('type');
  if (type === 'builtin_function')
    return `builtin_function:${textOrNumberOf(recordOf(valueOf('function')).name)}`;
  if (typeof type === 'string') return type;
  if (type !== undefined && type !== null) return 'unknown';
  const names = members.map(({ name }) => name);
  const callable = ['function', 'name', 'input_schema', 'parameters'];
  if (names.some((name) => callable.includes(name)))
    return dialect === 'anthropic-messages' ? 'custom' : 'function';
  return names[0] ?? 'unknown';
}

function unknownTool(family: string, path: string): RequestedTool {
  return { family, tool: family, path };
}

function readGoogleTool(
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
  path: string,
): readonly RequestedTool[] {
  return members.flatMap(({ name, start, end }): readonly RequestedTool[] => {
    if (parseJson(bytes.subarray(start, end)) === null) return [];
    const camel = name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
    const { family, free, unreported } = kindOfTool('gemini-generate', camel);
    if (family === undefined) return [];
    const snakeFamily = family === camel ? snakeOf(camel) : family;
    return [
      {
        family: snakeFamily,
        tool: snakeFamily,
        path: `${path}.${name}`,
        ...(free ? { free } : {}),
        ...(unreported ? { flat: 1 } : {}),
      },
    ];
  });
}

/** Returns the priced tool, by its size or quality; undefined for one that the client runs. */
function describeTool(
  type: string,
  family: string,
  value: Readonly<Record<string, unknown>>,
): Omit<RequestedTool, 'path'> | undefined {
  const uses = isCount(value.max_uses) ? { uses: value.max_uses } : {};
  switch (family) {
    case 'code_execution': {
      if (type === 'shell' && recordOf(value.environment).type === 'local') return undefined;
      const { memory_limit: size } = recordOf(value.container ?? value.environment);
      const isSized = typeof size === 'string' && size !== '1g';
      return isSized
        ? { family, tool: `${family}_${size}`, isExact: true, ...uses }
        : { family, tool: family, isExact: true, ...uses };
    }
    case 'web_search':
      return describeWebSearch(value, uses);
    case 'web_search_preview':
      return { family: 'web_search', tool: family, isExact: true };
    case 'image_generation': {
      const { quality } = value;
      const isStated = typeof quality === 'string' && quality !== 'auto';
      const refused = largerThanPriced(value);
      return {
        family,
        ...(isStated ? { tool: `${family}_${quality}`, isExact: true } : { tool: family }),
        ...(refused === undefined ? {} : { refused }),
      };
    }
    case 'web_fetch': {
      const { max_content_tokens: contentTokens } = value;
      return {
        family,
        tool: family,
        ...uses,
        ...(isCount(contentTokens) ? { contentTokens } : {}),
      };
    }
    case 'live_search':
      return { family, tool: family, uses: 20 };
    default: {
      const enabled = recordOf(value[family]);
      return enabled.enable === false ? undefined : { family, tool: family, ...uses };
    }
  }
}

/** The largest of the sizes that the prices of drawn images are for. */
const POINTS_MAX = 1024 * 1536;

/**
 * Returns the member that asks a drawing tool for more than the image that its price is for: larger ones,
 * moving ones, and those that another model writes.
 */
function largerThanPriced(value: Readonly<Record<string, unknown>>): string | undefined {
  const { size = 'auto', output_format: format = 'png' } = value;
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(textOrNumberOf(size)) ?? [];
  const isUsual = size === null || size === 'auto' || Number(width) * Number(height) <= POINTS_MAX;
  if (!isUsual) return 'size';
  if (format === 'gif' || format === 'svg') return 'output_format';
  return ['frame_count', 'svg'].find((name) => (value[name] ?? undefined) !== undefined);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
