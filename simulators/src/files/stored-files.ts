import { randomBytes } from 'node:crypto';
import type { FileResponse, FileCall } from './file-server.ts';

export interface StoredFile {
  id: string;
  key: string;
  filename: string;
  purpose: string;
  createdAt: number;
  content: Buffer;
}

/** Source: OpenAI's API reference, Upload file, 2026. */
const PURPOSES = ['assistants', 'batch', 'fine-tune', 'vision', 'user_data', 'evals'];
/** Purposes whose files can't be downloaded. Source: api.openai.com, 2026. */
const KEPT = new Set(['assistants', 'user_data', 'vision']);
const BATCH_BYTES_MAX = 200 * 1024 * 1024;

/** Stores files by account, as OpenAI does. */
export class StoredFiles {
  readonly #files = new Map<string, StoredFile>();
  readonly #nowSeconds: () => number;

  constructor(nowSeconds: () => number) {
    this.#nowSeconds = nowSeconds;
  }

  list(): StoredFile[] {
    return [...this.#files.values()];
  }

  find(key: string, id: string): StoredFile | undefined {
    const file = this.#files.get(id);
    return file?.key === key ? file : undefined;
  }

  add(file: Pick<StoredFile, 'key' | 'filename' | 'purpose' | 'content'>): StoredFile {
    const id = `file-${randomBytes(11).toString('hex')}`;
    const stored = { ...file, id, createdAt: this.#nowSeconds() };
    this.#files.set(id, stored);
    return stored;
  }

  forget(id: string): void {
    this.#files.delete(id);
  }

  /** Serves a call under /v1/files. */
  respond(call: FileCall): FileResponse {
    const [, , , id, content] = call.path.split('/');
    if (id === undefined || id === '')
      return call.method === 'POST' ? this.#upload(call) : this.#list(call);
    const file = this.find(call.key, id);
    if (!file) return refuse(404, `No such File object: ${id}`, 'id');
    if (content === 'content') {
      if (KEPT.has(file.purpose))
        return refuse(400, `Not allowed to download files of purpose: ${file.purpose}`, null);
      return { status: 200, body: file.content };
    }
    if (call.method === 'DELETE') {
      this.#files.delete(id);
      return { status: 200, body: { id, object: 'file', deleted: true } };
    }
    return { status: 200, body: show(file) };
  }

  #list({ key }: FileCall): FileResponse {
    const data = this.list().filter((file) => file.key === key);
    return { status: 200, body: { object: 'list', data: data.map(show), has_more: false } };
  }

  #upload(call: FileCall): FileResponse {
    const parts = readParts(call);
    if (!parts) return refuse(400, 'We could not parse the multipart form.', null);
    const unknown = [...parts.keys()].find(
      (name) => name !== 'file' && name !== 'purpose' && !name.startsWith('expires_after['),
    );
    if (unknown !== undefined) return refuse(400, `Unknown parameter: '${unknown}'.`, unknown);
    const purpose = parts.get('purpose')?.content.toString() ?? '';
    const file = parts.get('file');
    if (!file) return refuse(400, "Missing required parameter: 'file'.", 'file');
    if (!PURPOSES.includes(purpose))
      return refuse(400, `'${purpose}' is not one of [...] - 'purpose'`, 'purpose');
    if (file.content.length === 0) return refuse(400, 'File is empty.', 'file');
    if (purpose === 'batch' && file.content.length > BATCH_BYTES_MAX)
      return refuse(413, 'The file is too large.', 'file');
    const { content, filename } = file;
    const stored = this.add({ key: call.key, filename, purpose, content });
    return { status: 200, body: show(stored) };
  }
}

export function refuse(status: number, message: string, param: string | null): FileResponse {
  const error = { message, type: 'invalid_request_error', param, code: null };
  return { status, body: { error } };
}

function show({ id, content, createdAt, filename, purpose }: StoredFile): unknown {
  return {
    object: 'file',
    id,
    purpose,
    filename,
    bytes: content.length,
    created_at: createdAt,
    expires_at: null,
    status: 'processed',
    status_details: null,
  };
}

interface Part {
  filename: string;
  content: Buffer;
}

/** Returns the parts of a form by name; undefined if it is not a form, or repeats a name. */
function readParts({ contentType, body }: FileCall): Map<string, Part> | undefined {
  const boundary = /^multipart\/form-data; boundary="?([^";]+)"?$/.exec(contentType)?.[1];
  if (boundary === undefined) return undefined;
  const delimiter = Buffer.from(`--${boundary}`);
  if (!body.subarray(0, delimiter.length).equals(delimiter)) return undefined;
  const parts = new Map<string, Part>();
  for (let at = 0; ;) {
    const start = at + delimiter.length;
    if (body.subarray(start, start + 2).toString() === '--') return parts;
    const headerEnd = body.indexOf('\r\n\r\n', start);
    const end = body.indexOf(Buffer.from(`\r\n--${boundary}`), headerEnd + 2);
    if (headerEnd === -1 || end === -1) return undefined;
    const headers = body.subarray(start, headerEnd).toString();
    const name = /[; ]name="([^"]*)"/.exec(headers)?.[1];
    if (name === undefined || parts.has(name)) return undefined;
    const filename = /filename="([^"]*)"/.exec(headers)?.[1] ?? '';
    parts.set(name, { filename, content: body.subarray(Math.min(headerEnd + 4, end), end) });
    at = end + 2;
  }
}
