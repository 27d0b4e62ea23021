import type { Dialect } from '../ir/dialect.ts';

/** Facts about a type of tool. */
export interface ToolKind {
  /** Absent for a tool that the client runs itself, or that is billed only by its tokens. */
  readonly family?: string;
  /** Billed as tokens unless the operator sets a price. */
  readonly free?: true;
  /** No response tells how often it was used. */
  readonly unreported?: true;
}

/** Family of tool servers that the provider calls; it bills their output as tokens. */
export const MCP_FAMILY = 'mcp';
const MCP: ToolKind = { family: MCP_FAMILY, free: true };
const CLIENT: ToolKind = {};
const free = (family: string): ToolKind => ({ family, free: true });
const priced = (family: string): ToolKind => ({ family });

/** Dated tool types (`web_search_20250305`) are looked up without their date. */
const DATE = /_(?:\d{8}|\d{4}_\d{2}_\d{2})$/;

/**
 * All known tool types, by dialect. Any other type may be billed and has its own name as its family, so it is
 * refused until it has a price. Sources: the API references of OpenAI, Anthropic, Google, xAI, Zhipu,
 * Moonshot and OpenRouter, November 2026.
 */
const TOOL_TYPES: Readonly<Record<Dialect, ReadonlyMap<string, ToolKind>>> = {
  'openai-chat': new Map([
    ['function', CLIENT],
    ['custom', CLIENT],
    ['mcp', MCP],
    // Zhipu, Spark, MiniMax, Hunyuan, StepFun.
    ['web_search', priced('web_search')],
    ['web_search_preview', priced('web_search_preview')],
    ['openrouter:web_search', priced('web_search')],
    ['openrouter:datetime', CLIENT],
    // Moonshot; identified by its function's name.
    ['builtin_function:$web_search', priced('web_search')],
    ['live_search', priced('live_search')],
    ['x_search', priced('x_search')],
    ['code_interpreter', priced('code_execution')],
    ['retrieval', priced('file_search')],
    ['file_search', priced('file_search')],
    ['image_generation', priced('image_generation')],
  ]),
  'openai-responses': new Map([
    ['function', CLIENT],
    ['custom', CLIENT],
    ['namespace', CLIENT],
    ['mcp', MCP],
    ['tool_search', CLIENT],
    ['local_shell', CLIENT],
    ['apply_patch', CLIENT],
    ['computer', CLIENT],
    ['computer_use', CLIENT],
    ['computer_use_preview', CLIENT],
    ['web_search', priced('web_search')],
    ['web_search_preview', priced('web_search_preview')],
    ['x_search', priced('x_search')],
    ['file_search', priced('file_search')],
    ['collections_search', priced('file_search')],
    ['attachment_search', priced('attachment_search')],
    ['code_interpreter', priced('code_execution')],
    ['code_execution', priced('code_execution')],
    ['shell', priced('code_execution')],
    ['image_generation', priced('image_generation')],
  ]),
  'anthropic-messages': new Map([
    ['custom', CLIENT],
    ['bash', CLIENT],
    ['text_editor', CLIENT],
    ['memory', CLIENT],
    ['computer', CLIENT],
    ['computer_toolset', CLIENT],
    ['browser_toolset', CLIENT],
    ['mcp_toolset', MCP],
    ['tool_search_tool_regex', CLIENT],
    ['tool_search_tool_bm25', CLIENT],
    ['web_search', priced('web_search')],
    ['web_fetch', free('web_fetch')],
    ['code_execution', priced('code_execution')],
  ]),
  'gemini-generate': new Map([
    ['functionDeclarations', CLIENT],
    ['computerUse', CLIENT],
    ['mcpServers', MCP],
    ['googleSearch', priced('google_search')],
    ['googleSearchRetrieval', priced('google_search')],
    ['googleMaps', priced('google_maps')],
    // Billed once for a grounded prompt, however many searches are reported.
    ['enterpriseWebSearch', { family: 'enterprise_web_search', unreported: true }],
    ['urlContext', free('url_context')],
    ['codeExecution', free('code_execution')],
    ['fileSearch', free('file_search')],
  ]),
};

/** Google's responses name no tool; those of other dialects report each use by the tool's name. */
const UNREPORTED = { unreported: true } as const;

/** Returns the facts about a tool type in a dialect. */
export function kindOfTool(dialect: Dialect, type: string): ToolKind {
  const types = TOOL_TYPES[dialect];
  const undated = type.replace(DATE, '');
  const unknown = dialect === 'gemini-generate' ? UNREPORTED : {};
  return types.get(type) ?? types.get(undated) ?? { ...priced(undated), ...unknown };
}

/**
 * Request members other than `tools` that may be billed, and how they are read. `search` is enabled by true
 * or an object; the other values have readers of their own in read-billable.ts. Sources: as above, and those
 * of DashScope, Baidu, Hunyuan, Perplexity, Cohere, Azure.
 */
export const BILLABLE_MEMBERS: Readonly<Record<Dialect, ReadonlyMap<string, string>>> = {
  'openai-chat': new Map([
    ['tools', 'tools'],
    ['service_tier', 'tier'],
    ['speed', 'speed'],
    ['inference_geo', 'place'],
    // OpenAI and Perplexity.
    ['web_search_options', 'search'],
    // xAI.
    ['search_parameters', 'live-search'],
    // DashScope.
    ['enable_search', 'search'],
    ['search_options', 'strategy'],
    ['enable_code_interpreter', 'interpreter'],
    // Baidu.
    ['web_search', 'search'],
    // Hunyuan.
    ['enable_enhancement', 'search'],
    ['force_search_enhancement', 'search'],
    ['enable_deep_search', 'search'],
    // Baichuan.
    ['with_search_enhance', 'search'],
    // xAI: the response is fetched later, with only its id.
    ['deferred', 'refused'],
    // OpenRouter; MiniMax has plugins, too.
    ['plugins', 'plugins'],
    ['models', 'refused'],
    ['preset', 'refused'],
    ['fallbacks', 'refused'],
    ['provider', 'provider'],
    // Cohere, Azure.
    ['connectors', 'connectors'],
    ['data_sources', 'connectors'],
    // Gemini's OpenAI endpoint.
    ['extra_body', 'extra'],
    // OpenAI: longer caches cost more to write.
    ['prompt_cache_options', 'cache'],
    // Groq, Together: further models, with prices of their own.
    ['compound_custom', 'refused'],
    ['safety_model', 'refused'],
  ]),
  'openai-responses': new Map([
    ['tools', 'tools'],
    ['max_tool_calls', 'uses'],
    ['multi_agent', 'agents'],
    ['prompt_cache_options', 'cache'],
    ['service_tier', 'tier'],
    ['prompt', 'template'],
    ['input', 'input'],
    // LiteLLM merges it into the request.
    ['extra_body', 'extra'],
    ['search_parameters', 'live-search'],
    ['enable_search', 'search'],
    ['search_options', 'strategy'],
    ['enable_code_interpreter', 'interpreter'],
    ['plugins', 'plugins'],
    ['models', 'refused'],
    ['preset', 'refused'],
    ['fallbacks', 'refused'],
    ['provider', 'provider'],
  ]),
  'anthropic-messages': new Map([
    ['tools', 'tools'],
    ['mcp_servers', 'mcp'],
    ['service_tier', 'tier'],
    ['speed', 'speed'],
    ['inference_geo', 'place'],
    ['fallbacks', 'refused'],
    ['billing_policy', 'refused'],
    ['extra_body', 'extra'],
    // Bedrock and Vertex AI take betas in the body; the header is filtered where it is forwarded.
    ['anthropic_beta', 'betas'],
    ['betas', 'betas'],
    // OpenRouter.
    ['plugins', 'plugins'],
    ['models', 'refused'],
    ['preset', 'refused'],
    ['provider', 'provider'],
  ]),
  'gemini-generate': new Map([
    ['tools', 'tools'],
    ['serviceTier', 'tier'],
    ['service_tier', 'tier'],
    // Vertex AI: another model may serve the call.
    ['generationConfig', 'config'],
    ['generation_config', 'config'],
  ]),
};

/** Anthropic's betas that let a request name tools or models in places that are not checked. */
export const UNBILLABLE_BETAS =
  /^(?:inline-tools|mid-conversation-tool-changes|server-side-fallback|user-profiles-billing)-/;
