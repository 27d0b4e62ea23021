const decoder = new TextDecoder();

/** Text of UTF-8 bytes; a leading byte order mark is dropped, broken sequences become U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** The parsed value, or undefined when the bytes are not valid JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  return parseJsonText(decoder.decode(bytes));
}

/** The parsed value, or undefined when the text is not valid JSON. */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A JSON object (not null, not an array). */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
