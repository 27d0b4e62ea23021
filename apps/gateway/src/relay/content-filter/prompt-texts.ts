/** Members that contain no user text: images, audio, files, signatures, names and enumerations. */
const WORDLESS = new Set([
  'data',
  'file_data',
  'signature',
  'thoughtSignature',
  'encrypted_content',
  'model',
  'type',
  'role',
  'id',
]);

/**
 * Yields every text of a request body that a model may read, in no particular order. Skips data URLs of
 * images.
 */
export function* promptTexts(body: unknown): Generator<string> {
  const open: unknown[] = [body];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') {
      if (!value.startsWith('data:')) yield value;
    } else if (Array.isArray(value)) for (const item of value as unknown[]) open.push(item);
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value))
        if (!WORDLESS.has(name)) open.push(member);
  }
}
