const GIZMO = /^(gpt-4o?-gizmo-)./;
const THINKING = /^gemini-2\.5-(flash-lite|flash|pro).*-thinking-/;

/**
 * Returns the name shared by models of a kind that may have none of their own: `gpt-4-gizmo-*` for all
 * gizmos, `gemini-2.5-flash-thinking-*` for Gemini names ending in a thinking budget. Undefined for all
 * others, and for names that no URL can carry (halves of surrogate pairs).
 */
export function sharedModelName(model: string): string | undefined {
  if (!model.isWellFormed()) return undefined;
  const [, gizmo] = GIZMO.exec(model) ?? [];
  if (gizmo !== undefined) return `${gizmo}*`;
  const [, family] = THINKING.exec(model) ?? [];
  return family === undefined ? undefined : `gemini-2.5-${family}-thinking-*`;
}

/** Returns what `find` has for a model's own name, or else for the name it shares. */
export function findByModelName<Value>(
  model: string,
  find: (name: string) => Value | undefined,
): Value | undefined {
  const exact = find(model);
  if (exact !== undefined) return exact;
  const shared = sharedModelName(model);
  return shared === undefined ? undefined : find(shared);
}
