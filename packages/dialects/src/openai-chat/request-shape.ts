import type { PromptMembers } from '../token-estimator/prompt-members.ts';

/** Properties of a kind of call. */
export interface RequestShape {
  /** The required member, and its permitted JSON types. */
  readonly required: { readonly name: string; readonly types: readonly ('string' | 'array')[] };
  /** Used if the body names no model; without it a model is required. */
  readonly defaultModel?: string;
  /** Whether stream, n and the output limits apply. */
  readonly generates: boolean;
  /** Members that limit the output; if several are set, the largest counts, as upstreams differ. */
  readonly limitMembers: readonly string[];
  /** The member that may hold several prompts, each with a response of its own. */
  readonly promptList?: string;
  /** Members that the model reads, and whether they may hold media or only text. */
  readonly promptMembers: PromptMembers;
}
