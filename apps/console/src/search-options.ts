/** How the router parses and formats queries. Values stay strings: `1e5` is a key's name, not a number. */
export const searchOptions = {
  parseSearch: (text: string): Record<string, string> =>
    Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Record<string, unknown>): string => {
    const text = new URLSearchParams(
      Object.entries(search).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    return text === '' ? '' : `?${text}`;
  },
};
