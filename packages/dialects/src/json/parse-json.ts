const decoder = new TextDecoder();

/** Decodes UTF-8; drops a leading byte order mark, and replaces invalid sequences by U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Returns the parsed value, or undefined if the bytes are not valid JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  return parseJsonText(decoder.decode(bytes));
}

/** Returns the parsed value, or undefined if the text is not valid JSON. */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns whether a value is a JSON object (not null, not an array). */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
