import { snakeOf } from '../gemini-generate/member.ts';
import type { Dialect } from '../ir/dialect.ts';
import { recordOf, textOf, textOrNumberOf } from '../json/loose-values.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import type { BodyHints } from '../json/body-hints.ts';
import type { TopLevelMember } from '../json/byte-range.ts';
import { listObjects, listTopLevelMembers } from '../json/top-level-members.ts';
import { findAmbiguousSpelling, GuardedNames } from '../limits/find-ambiguous-member.ts';
import { GUARDED_IN_PLUGINS } from '../limits/guarded-members.ts';
import { type RequestedTool, type BillableFeatures, plainTier } from './billable-features.ts';
import { readInputTools } from './read-input-tools.ts';
import { readTools, refuseDuplicate, refuseMoreTools, SERVER_TOOLS_MAX } from './read-tools.ts';
import { exceedsResults } from './web-search-price.ts';
import { BILLABLE_MEMBERS, MCP_FAMILY, UNBILLABLE_BETAS } from './tool-table.ts';

/** xAI's default number of sources, each of which is billed. */
const SOURCES_MAX = 20;
/**
 * Perplexity's usual search, and what a search in steps costs at most, in uses of it: 22 dollars per 1,000
 * requests of sonar-pro, which are its request fee of 6 and 2 searches of 8. As other sites quote its prices,
 * November 2026.
 */
const FAST_SEARCH = 'fast';
const STEPWISE_SEARCHES = 2;
/**
 * How long OpenAI keeps what it caches at the price of a cache write; writing what is kept for 12 hours costs
 * twice as much, and usage does not tell it apart. As other sites quote its prices, November 2026.
 */
const USUAL_CACHE = '30m';
/** Members of Google's part of `extra_body` without extra cost. */
const FREE_EXTRAS = new Set([
  'thinking_config',
  'thinkingConfig',
  'cached_content',
  'cachedContent',
  'safety_settings',
  'safetySettings',
  'media_resolution',
]);

/**
 * DashScope's strategies that search once. With any other (`agent`, `agent_max`), the model searches as often
 * as it likes and may open pages, so it has a price of its own. Source: Alibaba "Web search", March 2026.
 */
const SINGLE_SEARCHES = new Set<unknown>(['turbo', 'max', 'standard', 'pro', '', undefined, null]);

type Findings = { -readonly [Name in keyof BillableFeatures]: BillableFeatures[Name] } & {
  tools: RequestedTool[];
};

/**
 * Reads what a request contains beyond plain tokens, according to tool-table.ts. Undefined if nothing, as for
 * most. Duplicate members were refused earlier (GUARDED_MEMBERS); those inside tools are refused here, with a
 * ShapeError.
 */
export function readBillable(
  dialect: Dialect,
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
  marks?: BodyHints,
): BillableFeatures | undefined {
  const table = BILLABLE_MEMBERS[dialect];
  let findings: Findings | undefined;
  let strategy: string | undefined;
  for (const member of members) {
    const feature = table.get(member.name);
    if (feature === undefined) continue;
    findings ??= { tools: [] };
    readMember(findings, feature, { dialect, bytes, member, marks });
    if (feature === 'strategy') strategy = readStrategy(bytes, member);
  }
  if (findings && strategy !== undefined)
    findings.tools = findings.tools.map((tool) => withStrategy(tool, strategy));
  return findings && hasFindings(findings) ? findings : undefined;
}

function hasFindings({ tools, mcp, tier, speed, place, refused }: Findings): boolean {
  return (
    tools.length > 0 ||
    mcp !== undefined ||
    tier !== undefined ||
    speed !== undefined ||
    place !== undefined ||
    refused !== undefined
  );
}

interface MemberContext {
  dialect: Dialect;
  bytes: Uint8Array;
  member: TopLevelMember;
  marks: BodyHints | undefined;
}

function readMember(findings: Findings, feature: string, context: MemberContext): void {
  const { dialect, bytes, member, marks } = context;
  if (feature === 'tools') {
    const listed = marks?.toolsStart === member.start ? marks.tools : undefined;
    // Released, as it is needed once and the call may last.
    if (marks) marks.tools = undefined;
    return takeTools(findings, readTools(dialect, bytes, member, 'tools', listed));
  }
  if (feature === 'config') {
    findings.refused ??= modelChoice(bytes, member);
    return;
  }
  if (feature === 'input') return takeTools(findings, readInputTools(bytes, member));
  const value = parseJson(bytes.subarray(member.start, member.end));
  if (value === undefined || value === null) return;
  const { name } = member;
  if (feature === 'plugins') checkPlugins(bytes, member);
  switch (feature) {
    case 'tier':
      findings.tier = typeof value === 'string' ? plainTier(value) : name;
      return;
    case 'speed':
      if (value !== 'standard') findings.speed = textOrNumberOf(value) || name;
      return;
    case 'place':
      if (value !== 'global') findings.place = `inference_geo_${textOrNumberOf(value)}`;
      return;
    case 'uses':
      if (typeof value === 'number' && Number.isInteger(value) && value >= 0)
        findings.usesMax = value;
      return;
    case 'mcp':
      if (isFilled(value)) findings.mcp = true;
      return;
    case 'provider':
      findings.refused ??= moreExpensiveChoice(name, value);
      return;
    case 'betas':
      if (namesUnbillableBeta(value)) findings.refused = name;
      return;
    case 'agents':
      // Any number of agents read and write any number of times, whatever limits are set.
      if (isFilled(value) && recordOf(value).enabled !== false) findings.refused = name;
      return;
    case 'cache': {
      const { ttl = null } = recordOf(value);
      if (ttl !== null && ttl !== USUAL_CACHE) findings.refused = `${name}.ttl`;
      return;
    }
    case 'refused':
      if (isFilled(value)) findings.refused = name;
      return;
    default:
      takeTools(findings, readSwitch(feature, name, value));
  }
}

/** Returns DashScope's search strategy if it is one with a price of its own. */
function readStrategy(bytes: Uint8Array, { start, end }: TopLevelMember): string | undefined {
  const { search_strategy: strategy } = recordOf(parseJson(bytes.subarray(start, end)));
  if (SINGLE_SEARCHES.has(strategy)) return undefined;
  return textOrNumberOf(strategy) || 'unknown';
}

function withStrategy(tool: RequestedTool, strategy: string): RequestedTool {
  if (tool.path !== 'enable_search') return tool;
  const { family, path } = tool;
  return { family, tool: `${family}_${strategy}`, path, isExact: true, least: 1 };
}

/** Betas may be a list, or a text as in the header. */
function namesUnbillableBeta(value: unknown): boolean {
  return [value]
    .flat()
    .flatMap((beta) => textOf(beta).split(','))
    .some((beta) => UNBILLABLE_BETAS.test(beta.trim()));
}

const MODEL_CHOICES = ['routingConfig', 'modelConfig', 'modelSelectionConfig'];

/** Returns the member by which Vertex AI may choose another model than the one that was priced. */
function modelChoice(bytes: Uint8Array, { name, start, end }: TopLevelMember): string | undefined {
  const config = bytes.subarray(start, end);
  const chosen = listTopLevelMembers(config)?.find(
    (each) =>
      MODEL_CHOICES.some((choice) => each.name === choice || each.name === snakeOf(choice)) &&
      isFilled(parseJson(config.subarray(each.start, each.end))),
  );
  return chosen && `${name}.${chosen.name}`;
}

const pluginNames = new GuardedNames(GUARDED_IN_PLUGINS);

/** Throws ShapeError if JSON readers could see another plugin, or another state of it. */
function checkPlugins(bytes: Uint8Array, member: TopLevelMember): void {
  for (const [index, { members = [] }] of listObjects(bytes, member).elements.entries())
    refuseDuplicate(findAmbiguousSpelling(pluginNames, members), `plugins[${index}]`);
}

/** Sorts tools and tool servers; the latter's output has no price, and no limit of uses. */
function takeTools(findings: Findings, tools: readonly RequestedTool[]): void {
  findings.refused ??= tools.find(({ refused }) => refused !== undefined)?.refused;
  for (const tool of tools)
    if (tool.family === MCP_FAMILY) findings.mcp = true;
    else if (findings.tools.length < SERVER_TOOLS_MAX) findings.tools.push(tool);
    else refuseMoreTools(tool.path);
}

/** Returns whether a value is not false, empty or zero. */
function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isRecord(value) ? Object.keys(value).length > 0 : Boolean(value);
}

/** Returns the tools that a member of their own enables. */
function readSwitch(feature: string, path: string, value: unknown): readonly RequestedTool[] {
  switch (feature) {
    case 'search': {
      const { enable, search_type: type = FAST_SEARCH } = recordOf(value);
      if (value === false || enable === false) return [];
      const flat = type === FAST_SEARCH || type === null ? 1 : STEPWISE_SEARCHES;
      return [{ family: 'web_search', tool: 'web_search', path, flat }];
    }
    case 'live-search':
      return readLiveSearch(path, value);
    case 'interpreter':
      return isFilled(value)
        ? [{ family: 'code_execution', tool: 'code_execution', path, flat: 1 }]
        : [];
    case 'plugins':
      return [value]
        .flat()
        .filter(isFilled)
        .flatMap((plugin, index) => readPlugin(plugin, `${path}[${index}]`));
    case 'connectors':
      return isFilled(value) ? [{ family: path, tool: path, path, flat: 1 }] : [];
    case 'template':
      // A stored prompt's tools are only known where it is stored.
      return [{ family: '*', tool: '*', path, free: true }];
    case 'extra':
      return readExtras(path, value);
    default:
      return [];
  }
}

function readLiveSearch(path: string, value: unknown): readonly RequestedTool[] {
  const { mode, max_search_results: maxResults } = recordOf(value);
  if (mode === 'off') return [];
  const uses =
    typeof maxResults === 'number' && maxResults > 0 ? Math.ceil(maxResults) : SOURCES_MAX;
  return [{ family: 'live_search', tool: 'live_search', path, uses }];
}

/**
 * OpenRouter's preferences for providers by name, speed or precision. Those for what a provider does with the
 * data are left to the caller. Source: OpenRouter, Provider routing, November 2026.
 */
const CHOICES_OF_PROVIDERS: readonly string[] = [
  'order',
  'only',
  'ignore',
  'sort',
  'quantizations',
  'preferred_min_throughput',
  'preferred_max_latency',
];

/**
 * Returns the member by which OpenRouter might choose a more expensive provider; undefined if it may use the
 * cheapest.
 */
function moreExpensiveChoice(name: string, value: unknown): string | undefined {
  const preferences = recordOf(value);
  const chosen = CHOICES_OF_PROVIDERS.find(
    (choice) =>
      isFilled(preferences[choice]) && !(choice === 'sort' && preferences[choice] === 'price'),
  );
  if (chosen) return `${name}.${chosen}`;
  return isRecord(value) ? undefined : name;
}

const SEARCHES = new Set<unknown>(['web', 'plugin_web_search']);

/** Reads a plugin of OpenRouter, or one of MiniMax, which is a string. */
function readPlugin(plugin: unknown, path: string): readonly RequestedTool[] {
  const { id = plugin, enabled } = recordOf(plugin);
  if (id === 'response-healing' || enabled === false) return [];
  const family = SEARCHES.has(id) ? 'web_search' : `plugin_${textOrNumberOf(id)}`;
  const refused = exceedsResults(recordOf(plugin)) ? { refused: `${path}.max_results` } : {};
  return [{ family, tool: family, path, flat: 1, ...refused }];
}

function readExtras(path: string, value: unknown): readonly RequestedTool[] {
  const { google, ...others } = recordOf(value);
  const names = [
    ...Object.keys(others),
    ...Object.keys(recordOf(google)).filter((name) => !FREE_EXTRAS.has(name)),
  ];
  return names.map((name) => {
    const family = `extra_body_${snakeOf(name)}`;
    return { family, tool: family, path: `${path}.${name}`, flat: 1 };
  });
}
