/** A picture somewhere on the web, and whether the page may show it. */
export interface ImageUrl {
  href: string;
  /** Of this site or under https: the policy of the page allows no other pictures. */
  shown: boolean;
}

/** Where a picture is had, by what an upstream says; undefined for what is no address of the web. */
export function readImageUrl(text: string, ownOrigin: string): ImageUrl | undefined {
  if (!/^(https?:\/\/|\/(?!\/))/i.test(text)) return undefined;
  try {
    const { href, origin, protocol } = new URL(text, ownOrigin);
    return { href, shown: protocol === 'https:' || origin === ownOrigin };
  } catch {
    return undefined;
  }
}
