/** The URL of an image, and whether the page may show it. */
export interface ImageUrl {
  href: string;
  /** From this site or over https: the content security policy allows no other images. */
  shown: boolean;
}

/** Parses an image URL reported by an upstream; undefined if it is not http(s). */
export function readImageUrl(text: string, ownOrigin: string): ImageUrl | undefined {
  if (!/^(https?:\/\/|\/(?!\/))/i.test(text)) return undefined;
  try {
    const { href, origin, protocol } = new URL(text, ownOrigin);
    return { href, shown: protocol === 'https:' || origin === ownOrigin };
  } catch {
    return undefined;
  }
}
