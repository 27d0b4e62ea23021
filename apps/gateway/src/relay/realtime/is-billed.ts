import type { Usage } from '@tollgate/dialects';

/** Whether an upstream reports that a response used anything. */
export function isBilled(usage: Usage | undefined): boolean {
  return usage !== undefined && usage.promptTokens + usage.completionTokens > 0;
}
