const GIZMO = /^(gpt-4o?-gizmo-)./;
const THINKING = /^gemini-2\.5-(flash-lite|flash|pro).*-thinking-/;

/**
 * The name that models of a kind share where they have none of their own: `gpt-4-gizmo-*` of all gizmos,
 * `gemini-2.5-flash-thinking-*` of the budgets that a Gemini's name can end with. Undefined for all others.
 */
export function sharedModelName(model: string): string | undefined {
  const [, gizmo] = GIZMO.exec(model) ?? [];
  if (gizmo !== undefined) return `${gizmo}*`;
  const [, family] = THINKING.exec(model) ?? [];
  return family === undefined ? undefined : `gemini-2.5-${family}-thinking-*`;
}

/** What `find` has for a model: under its own name, else under the one that it shares. */
export function findByModelName<Value>(
  model: string,
  find: (name: string) => Value | undefined,
): Value | undefined {
  const found = find(model);
  if (found !== undefined) return found;
  const shared = sharedModelName(model);
  return shared === undefined ? undefined : find(shared);
}
