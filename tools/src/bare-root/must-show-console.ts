/**
 * Throws unless the gateway serves the built console: a page whose program is a module, and that module. The
 * page that says “The console is not built” has a script too, but no module.
 */
export async function assertConsole(gateway: string): Promise<void> {
  const page = await fetch(`${gateway}/`, { headers: { accept: 'text/html' } });
  const text = await page.text();
  const [tag = ''] = /<script [^>]*type="module"[^>]*>/.exec(text) ?? [];
  const [, program] = /src="(\/assets\/[^"]+)"/.exec(tag) ?? [];
  if (!page.ok || program === undefined) throw new Error(`There is no console:\n${text}`);
  const { ok, status } = await fetch(`${gateway}${program}`);
  if (!ok) throw new Error(`The console's program ${program} answers ${status}`);
}
