import type { PromptMembers } from '../token-estimator/prompt-members.ts';

/** What differs between the kinds of calls. */
export interface RequestShape {
  /** The member without which the call makes no sense, and the JSON types that it may have. */
  readonly required: { readonly name: string; readonly types: readonly ('string' | 'array')[] };
  /** Used when the body names no model; without it a model is required. */
  readonly defaultModel?: string;
  /** Whether stream, n and the output limits mean anything. */
  readonly generates: boolean;
  /** Members that limit the output; where there are several the largest counts, as upstreams differ. */
  readonly limitMembers: readonly string[];
  /** The member that may hold several prompts, each of which is answered. */
  readonly promptList?: string;
  /** Members that the model reads, and whether they may hold media or only text. */
  readonly promptMembers: PromptMembers;
}
