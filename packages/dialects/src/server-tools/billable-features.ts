/** A requested tool that runs at the provider, which may bill it in addition to tokens. */
export interface RequestedTool {
  /** The name under which its uses are counted: web_search, code_execution … */
  readonly family: string;
  /** The name of its price: the family, or a more expensive kind of it (code_execution_4g). */
  readonly tool: string;
  /** Its position in the request. */
  readonly path: string;
  /** The client specified its kind; otherwise the response may report a more expensive one. */
  readonly isExact?: true;
  /** The provider is known to bill only its tokens, so that it needs no price. */
  readonly free?: true;
  /** Most uses that the request itself allows. */
  readonly uses?: number;
  /** Uses to charge for a tool whose uses are never reported. */
  readonly flat?: number;
  /** Uses to charge if the response reports none, of a tool whose uses may be reported. */
  readonly least?: number;
  /** Tokens that one use may add to the prompt, if the request limits them. */
  readonly contentTokens?: number;
  /** A member of the tool whose cost its price does not cover. */
  readonly refused?: string;
}

/** What a request contains that a provider bills in addition to, or instead of, plain tokens. */
export interface BillableFeatures {
  readonly tools: readonly RequestedTool[];
  /** Most uses of all tools together (`max_tool_calls`). */
  readonly usesMax?: number;
  /** The service tier, in lower case and without Google's prefix. */
  readonly tier?: string;
  /** `fast`; absent for normal speed. */
  readonly speed?: string;
  /** A region that costs more; absent for the normal one. */
  readonly place?: string;
  /** The provider bills the output of tool servers as part of the prompt. */
  readonly mcp?: true;
  /** A member whose cost the response does not reveal. */
  readonly refused?: string;
}

/** The billed features that a response reports. */
export interface BillableUse {
  /** Uses by family, or by a kind of it. */
  readonly tools: Readonly<Record<string, number>>;
  readonly tier?: string;
  readonly speed?: string;
  readonly place?: string;
  /** Tokens of the images that a tool drew, and of those that it read. */
  readonly drawn?: DrawnTokens;
}

/** Tokens that a drawing tool used. */
export interface DrawnTokens {
  readonly output: number;
  readonly images: number;
  readonly texts: number;
}

/** Returns whether a reported tool is a kind of a family: its name begins with the family's. */
export function isOfFamily(tool: string, family: string): boolean {
  return tool === family || tool.startsWith(`${family}_`);
}

/** Normalizes a service tier; undefined for none. */
export function plainTier(value: string): string | undefined {
  const tier = value.toLowerCase().replace(/^service_tier_/, '');
  return tier === '' || tier === 'unspecified' ? undefined : tier;
}
