/** Fills in the {{params}} of a text; leaves unknown ones as they are. */
export function fillIn(
  template: string,
  params: Readonly<Record<string, string | number>>,
): string {
  return template.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) =>
    String(params[name] ?? placeholder),
  );
}
