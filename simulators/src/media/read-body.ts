import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '../json-object.ts';

/** A file in a form, as an endpoint sees it. */
export interface SentFile {
  filename: string;
  type: string;
  bytes: number;
}

/**
 * Returns the members of a JSON body or of a form: texts unchanged, files by their size; bare bytes are a
 * file. Undefined for anything else.
 */
export async function readBody(
  bytes: Buffer,
  headers: IncomingHttpHeaders,
): Promise<JsonObject | undefined> {
  const type = headers['content-type'] ?? '';
  if (type === 'application/octet-stream')
    return { file: { filename: '', type, bytes: bytes.length } };
  return type.startsWith('multipart/') ? readForm(bytes, type) : readJson(bytes.toString('utf8'));
}

async function readForm(bytes: Buffer, type: string): Promise<JsonObject | undefined> {
  try {
    const response = new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });
    // A third-party parser; its input is small and written by our own tests.
    // oxlint-disable-next-line typescript/no-deprecated
    const form = await response.formData();
    const body: JsonObject = {};
    for (const name of new Set(form.keys())) {
      const values = form
        .getAll(name)
        .map((value) => (typeof value === 'string' ? value : describe(value)));
      body[name] = values.length === 1 ? values[0] : values;
    }
    return body;
  } catch {
    return undefined;
  }
}

const describe = (file: File): SentFile => ({
  filename: file.name,
  type: file.type,
  bytes: file.size,
});

function readJson(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}
