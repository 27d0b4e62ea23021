/** Fills in the {{params}} of a text; leaves unknown ones as they are. */
export function fillIn(
  template: string,
  params: Readonly<Record<string, string | number>>,
): string {
  return template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(params[name] ?? whole));
}
