import type { UpstreamFormat } from '../ir/dialect.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { claudeFacts } from '../model-rules/claude-models.ts';
import { geminiVersion } from '../model-rules/gemini-models.ts';
import { isOpenAiModel } from '../model-rules/openai-models.ts';
import { ShapeError } from '../ir/read-shape.ts';
import type { ChatRequest, ServerTool, WebSearch } from '../ir/request.ts';
import type { RequestFault } from '../ir/request-fault.ts';
import { refuse } from '../openai-chat/request-members.ts';
import { isToolset } from './translate-mcp.ts';
import { mayDropTool } from './tool-rules.ts';

/** The name of Anthropic's search function; a client's function may have the same name. */
const SEARCH_NAME = 'web_search';

/**
 * Translates tools that run at the caller's provider: a web search is requested from the upstream if it
 * supports one and `usesMax` is set, which means it is paid for; tools that are merely offered are dropped
 * with a warning; everything else is refused by name, with a ShapeError.
 */
export function translateServerTools(
  request: ChatRequest,
  to: UpstreamFormat,
  usesMax: number | undefined,
  warnings: ConversionWarnings,
): ChatRequest {
  const { serverTools = [] } = request;
  let search: ChatRequest['search'];
  for (const tool of serverTools) {
    if (request.mcpServers && isToolset(tool)) continue;
    const requested = tool.search;
    if (!search && requested && usesMax !== undefined && canSearch(request, requested, to)) {
      const maxUses = Math.min(requested.maxUses ?? usesMax, usesMax);
      search = { ...requested, maxUses, forced: tool.forced === true };
    } else if (!search || !requested) {
      if (!mayDropTool(tool)) throw new ShapeError(refuseTool(tool));
      warnings.note('builtin_tool', tool.path);
    }
  }
  if (search?.forced && !forcesSearch(request, to)) warnings.note('tool_choice');
  return search ? { ...request, search } : request;
}

/**
 * Returns whether the model can search as requested: only the vendors' own models, Google's only without
 * functions, and chat completions only with a search model.
 */
function canSearch({ model, tools }: ChatRequest, search: WebSearch, to: UpstreamFormat): boolean {
  const isFiltered = search.allowedDomains !== undefined || search.blockedDomains !== undefined;
  switch (to) {
    case 'openai-responses':
      return isOpenAiModel(model) && search.blockedDomains === undefined;
    case 'anthropic-messages':
      return /claude/.test(model) && !tools.some(({ name }) => name === SEARCH_NAME);
    case 'gemini-generate':
      return geminiVersion(model) >= 2 && tools.length === 0 && !isFiltered;
    case 'openai-chat':
      return /^gpt-.*search/.test(model) && tools.length === 0 && !isFiltered;
    default:
      return false;
  }
}

/** Returns whether the upstream can be forced to search. */
function forcesSearch({ model, tools, reasoning }: ChatRequest, to: UpstreamFormat): boolean {
  if (to === 'openai-responses') return tools.length === 0;
  return to === 'anthropic-messages' && claudeFacts(model).forcedTool && !reasoning;
}

/** Renders the search as tools of a messages body. */
export function renderMessagesSearch({ search }: ChatRequest): readonly object[] {
  if (!search) return [];
  const { maxUses, allowedDomains, blockedDomains, location } = search;
  return [
    {
      type: 'web_search_20250305',
      name: SEARCH_NAME,
      max_uses: maxUses,
      ...(allowedDomains ? { allowed_domains: allowedDomains } : {}),
      ...(blockedDomains && !allowedDomains ? { blocked_domains: blockedDomains } : {}),
      ...(location ? { user_location: toApproximateLocation(location) } : {}),
    },
  ];
}

/** Renders the search as tools of a responses body. */
export function renderResponsesSearch({ search }: ChatRequest): readonly object[] {
  if (!search) return [];
  const { allowedDomains, location } = search;
  return [
    {
      type: 'web_search',
      ...(allowedDomains ? { filters: { allowed_domains: allowedDomains } } : {}),
      ...(location ? { user_location: toApproximateLocation(location) } : {}),
    },
  ];
}

/** Renders the search as `web_search_options` of a chat body. */
export function renderChatSearch({ search }: ChatRequest): object | undefined {
  if (!search) return undefined;
  const { location } = search;
  if (!location) return {};
  const { type: _type, ...approximate } = toApproximateLocation(location);
  return { user_location: { type: 'approximate', approximate } };
}

const LOCATION_MEMBERS = ['city', 'region', 'country', 'timezone'] as const;

function toApproximateLocation(
  location: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const present = LOCATION_MEMBERS.filter((name) => typeof location[name] === 'string');
  return {
    type: 'approximate',
    ...Object.fromEntries(present.map((name) => [name, location[name]])),
  };
}

/** Refuses a tool that only the caller's own provider runs. */
function refuseTool({ type, path }: ServerTool): RequestFault {
  const message = `Tool '${type}' is not supported with this model: its provider does not run it.`;
  return refuse(message, path, 'unsupported_value');
}
