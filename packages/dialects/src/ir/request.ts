import type { RequestFault } from './request-fault.ts';
import type { Part, TextPart } from './parts.ts';

export type Role = 'system' | 'user' | 'assistant';

/** One message. Several of a role may follow each other; tool results belong to user turns. */
export interface Turn {
  readonly role: Role;
  readonly parts: readonly Part[];
  /** Name of the speaker. */
  readonly name?: string;
}

export interface Tool {
  readonly name: string;
  readonly description?: string;
  /** JSON schema of the arguments; none for a tool without any. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly strict?: boolean;
  /** Takes free text instead of JSON. */
  readonly custom?: true;
  /** What that text must look like. */
  readonly grammar?: Grammar;
  readonly cached?: true;
}

/** A tool that runs at the provider. */
export interface ServerTool {
  /** Its type in the client's dialect, as an error names it. */
  readonly type: string;
  /** Its position in the request. */
  readonly path: string;
  /** The client insists on its use; else the model may do without. */
  readonly forced?: true;
  /** Set for a search of the web, which other providers run as well. */
  readonly search?: WebSearch;
}

/** What bounds a search of the web. */
export interface WebSearch {
  /** The most searches in one response. */
  readonly maxUses?: number | undefined;
  readonly allowedDomains?: readonly string[] | undefined;
  readonly blockedDomains?: readonly string[] | undefined;
  /** About where the user is, in the members that OpenAI and Anthropic share. */
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

/** Rules of a text in the form of lark, or a regular expression. */
export interface Grammar {
  readonly syntax: string;
  readonly definition: string;
}

export type ToolChoice =
  | { readonly kind: 'auto' | 'none' | 'required' }
  /** One of these; a single name forces that tool. */
  | { readonly kind: 'named'; readonly names: readonly string[] };

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
  /** Tokens that may be thought; 0 switches thinking off. */
  readonly budget?: number;
  /** The model decides how much. */
  readonly adaptive?: true;
  /** The client wants to read the thoughts, or a summary of them; absent where it did not say. */
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

/** A chat request in no dialect. */
export interface ChatRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly system: readonly TextPart[];
  readonly turns: readonly Turn[];
  readonly tools: readonly Tool[];
  /** Tools that run at the provider; absent where there are none. */
  readonly serverTools?: readonly ServerTool[];
  /** Tool servers, where their form can be translated. */
  readonly mcpServers?: readonly McpServer[] | undefined;
  /** The search that the upstream shall run, where it can; only set on its way there. */
  readonly search?: WebSearch & { readonly maxUses: number; readonly forced: boolean };
  readonly toolChoice?: ToolChoice;
  /** Whether several tools may be called at once; absent leaves it to the provider. */
  readonly parallelTools?: boolean;
  readonly sampling: Sampling;
  readonly maxOutputTokens?: number;
  readonly stop: readonly string[];
  /** Requests log probabilities, with this many alternatives each. */
  readonly logprobs?: number;
  readonly choices: number;
  readonly format?: ResponseFormat;
  readonly reasoning?: Reasoning;
  /** Who the end user is. */
  readonly user?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly promptCacheKey?: string;
  readonly serviceTier?: string;
  readonly verbosity?: string;
  /** Kinds of output requested beyond text (audio, image). */
  readonly modalities?: readonly string[];
  /** Request the response to be kept at the provider. */
  readonly store?: boolean;
  /** Why only the caller's own vendor can serve the call; absent for most. */
  readonly refusal?: RequestFault | undefined;
  /** Paths of what the client said and the IR has no word for. */
  readonly unknown: readonly string[];
}
