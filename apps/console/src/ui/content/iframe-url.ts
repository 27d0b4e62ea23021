/** Returns the URL to frame if a text is nothing but a URL; only https URLs of other sites. */
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
