/** A tool of a request that runs at the provider, which may bill it beside the tokens. */
export interface AskedTool {
  /** The name that its uses are counted under: web_search, code_execution … */
  readonly family: string;
  /** The name of its price: the family, or a dearer kind of it (code_execution_4g). */
  readonly tool: string;
  /** Its position in the request. */
  readonly path: string;
  /** The client named its kind; else the response may report a more expensive one. */
  readonly isExact?: true;
  /** The provider is known to bill its tokens only, so that it needs no price. */
  readonly free?: true;
  /** The most uses that the request itself allows. */
  readonly uses?: number;
  /** Uses to charge for a tool whose uses responses never report. */
  readonly flat?: number;
  /** Tokens that one use may put into the prompt, where the request limits that. */
  readonly contentTokens?: number;
}

/** What a request contains that a provider bills beside, or instead of, plain tokens. */
export interface BillableFeatures {
  readonly tools: readonly AskedTool[];
  /** Uses of all tools together that the request allows (`max_tool_calls`). */
  readonly usesMax?: number;
  /** The service tier, in lower case and without Google's prefix. */
  readonly tier?: string;
  /** `fast`; the usual speed is absent. */
  readonly speed?: string;
  /** A place that costs more; the usual one is absent. */
  readonly place?: string;
  /** The provider bills what tool servers return as a part of the prompt. */
  readonly mcp?: true;
  /** A member whose cost the response does not reveal. */
  readonly refused?: string;
}

/** The billed features that a response reports. */
export interface BillableUse {
  /** Family, or a kind of it → uses. */
  readonly tools: Readonly<Record<string, number>>;
  readonly tier?: string;
  readonly speed?: string;
  readonly place?: string;
  /** The container that tools ran in. */
  readonly container?: string;
}

/** The kinds of a family that a response reports: their names begin with the family's. */
export function isOfFamily(tool: string, family: string): boolean {
  return tool === family || tool.startsWith(`${family}_`);
}

/** A service tier in one spelling; undefined for none. */
export function plainTier(value: string): string | undefined {
  const tier = value.toLowerCase().replace(/^service_tier_/, '');
  return tier === '' || tier === 'unspecified' ? undefined : tier;
}
