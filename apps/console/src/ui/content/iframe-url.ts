/** The address to frame where a text is nothing but one; of pages under https of other sites only. */
export function iframeUrl(text: string, ownOrigin: string): string | undefined {
  const trimmed = text.trim();
  if (!/^https:\/\/\S+$/i.test(trimmed)) return undefined;
  try {
    const { href, origin } = new URL(trimmed);
    return origin === ownOrigin ? undefined : href;
  } catch {
    return undefined;
  }
}
