import type { RequestFault } from './request-fault.ts';
import type { CacheHint, Part, TextPart } from './parts.ts';

export type Role = 'system' | 'user' | 'assistant';

/** One message. Consecutive messages may have the same role; tool results belong to user turns. */
export interface Turn {
  readonly role: Role;
  readonly parts: readonly Part[];
  /** Name of the speaker. */
  readonly name?: string;
}

export interface Tool {
  readonly name: string;
  readonly description?: string;
  /** JSON schema of the arguments; absent for a tool without any. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly strict?: boolean;
  /** Takes free text instead of JSON. */
  readonly custom?: true;
  /** Grammar of that text. */
  readonly grammar?: Grammar;
  readonly cache?: CacheHint;
}

/** A tool that runs at the provider. */
export interface ServerTool {
  /** Its type in the client's dialect, as an error names it. */
  readonly type: string;
  /** Its position in the request. */
  readonly path: string;
  /** The client requires its use; otherwise the model decides. */
  readonly forced?: true;
  /** Set for a web search, which other providers offer as well. */
  readonly search?: WebSearch;
}

/** Limits of a web search. */
export interface WebSearch {
  /** The most searches in one response. */
  readonly maxUses?: number | undefined;
  readonly allowedDomains?: readonly string[] | undefined;
  readonly blockedDomains?: readonly string[] | undefined;
  /** Approximate location of the user, in the members that OpenAI and Anthropic share. */
  readonly location?: Readonly<Record<string, unknown>> | undefined;
}

/** A tool server (MCP) that the provider calls. */
export interface McpServer {
  readonly name: string;
  readonly url: string;
  /** Secret. */
  readonly token?: string;
  readonly allowedTools?: readonly unknown[];
}

/** Grammar of a text: Lark, or a regular expression. */
export interface Grammar {
  readonly syntax: string;
  readonly definition: string;
}

export type ToolChoice =
  | { readonly kind: 'auto' | 'none' | 'required' }
  /** One of these tools; a single name forces that tool. */
  | { readonly kind: 'named'; readonly names: readonly string[] }
  /** Any of these tools, or none. */
  | { readonly kind: 'allowed'; readonly names: readonly string[] };

export type ResponseFormat =
  | { readonly kind: 'json' }
  | {
      readonly kind: 'schema';
      readonly name?: string;
      readonly description?: string;
      readonly schema: Readonly<Record<string, unknown>>;
      readonly strict?: boolean;
    };

export type Effort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

export interface Reasoning {
  readonly effort?: Effort;
  /** Thinking budget in tokens; 0 disables thinking. */
  readonly budget?: number;
  /** The model decides how much. */
  readonly adaptive?: true;
  /** The client wants to read the thoughts, or a summary of them; absent if not specified. */
  readonly show?: boolean;
}

export interface Sampling {
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  readonly seed?: number;
  readonly logitBias?: Readonly<Record<string, unknown>>;
}

/** A dialect-neutral chat request. */
export interface ChatRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly system: readonly TextPart[];
  readonly turns: readonly Turn[];
  readonly tools: readonly Tool[];
  /** Tools that run at the provider; absent if there are none. */
  readonly serverTools?: readonly ServerTool[];
  /** Tool servers, if their format can be translated. */
  readonly mcpServers?: readonly McpServer[] | undefined;
  /** The web search for an upstream that supports it; only set on the way there. */
  readonly search?: WebSearch & { readonly maxUses: number; readonly forced: boolean };
  readonly toolChoice?: ToolChoice;
  /** Whether several tools may be called at once; absent if left to the provider. */
  readonly parallelTools?: boolean;
  readonly sampling: Sampling;
  readonly maxOutputTokens?: number;
  readonly stop: readonly string[];
  /** Requests log probabilities, with this many alternatives each. */
  readonly logprobs?: number;
  readonly choices: number;
  readonly format?: ResponseFormat;
  readonly reasoning?: Reasoning;
  /** Identifies the end user. */
  readonly user?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly promptCacheKey?: string;
  readonly serviceTier?: string;
  readonly verbosity?: string;
  /** Requested output kinds other than text (audio, image). */
  readonly modalities?: readonly string[];
  /** Asks the provider to store the response. */
  readonly store?: boolean;
  /** Why only the client's own vendor can serve the call; absent for most calls. */
  readonly refusal?: RequestFault | undefined;
  /** Paths of members that the IR cannot express. */
  readonly unknown: readonly string[];
}
