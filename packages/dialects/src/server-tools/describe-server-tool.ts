import { snakeOf } from '../gemini-generate/member.ts';
import type { Dialect } from '../ir/dialect.ts';
import type { ChatRequest, ServerTool, WebSearch } from '../ir/request.ts';
import { recordOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { kindOfTool } from './tool-table.ts';

const SEARCHES: ReadonlySet<unknown> = new Set([
  'web_search',
  'web_search_preview',
  'google_search',
]);

/** Converts a requested server tool to the IR. */
export function describeServerTool(dialect: Dialect, tool: JsonObject, path: string): ServerTool {
  const type = typeof tool.type === 'string' ? tool.type : 'unknown';
  const isSearch = SEARCHES.has(kindOfTool(dialect, type).family);
  return { type, path, ...(isSearch ? { search: readSearch(tool) } : {}) };
}

/** Reads a search's limits, from the members of Anthropic's tool and of OpenAI's. */
export function readSearch(tool: JsonObject): WebSearch {
  const { max_uses: maxUses, user_location: location, filters } = tool;
  const { allowed_domains: allowed = recordOf(filters).allowed_domains } = tool;
  const { blocked_domains: blocked = recordOf(filters).blocked_domains } = tool;
  return {
    ...(typeof maxUses === 'number' ? { maxUses } : {}),
    ...(isTexts(allowed) ? { allowedDomains: allowed } : {}),
    ...(isTexts(blocked) ? { blockedDomains: blocked } : {}),
    // Chat completions have one more level of nesting.
    ...(isRecord(location) ? { location: { ...location, ...recordOf(location.approximate) } } : {}),
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
  );
}

/**
 * Returns a request's server tools; forced ones are those named by the tool choice, or all if a call is
 * required and there are no other tools.
 */
export function hostedTools(
  hosted: readonly ServerTool[],
  choice: unknown,
  others: number,
): Pick<ChatRequest, 'serverTools'> {
  if (hosted.length === 0) return {};
  const { type = choice, name } = recordOf(choice);
  const isAny = others === 0 && (type === 'any' || type === 'required');
  const toolName =
    typeof name === 'string' && type !== 'function' && type !== 'custom' ? name : type;
  return {
    serverTools: hosted.map((tool) =>
      isAny || isNamed(tool, toolName) ? { ...tool, forced: true as const } : tool,
    ),
  };
}

/** A tool choice may omit the date of a dated type (`web_search_20250305`). */
function isNamed({ type }: ServerTool, name: unknown): boolean {
  return type === name || (typeof name === 'string' && snakeOf(type).startsWith(`${name}_`));
}
