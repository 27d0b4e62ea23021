/** A text with its {{params}} filled in; unknown ones stay as they are. */
export function fillIn(
  template: string,
  params: Readonly<Record<string, string | number>>,
): string {
  return template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(params[name] ?? whole));
}
