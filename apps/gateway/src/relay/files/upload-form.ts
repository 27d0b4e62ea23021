import { FormFault, type FormListener, FormReader, ownValue } from '@tollgate/dialects';
import { randomBytes } from 'node:crypto';
import { asBuffer } from '../../platform/as-buffer.ts';
import { ChunkList } from '../../platform/chunk-list.ts';
import { AppError } from '../../platform/app-error.ts';
import { invalidRequest } from '../errors/invalid-request.ts';

/** Facts about an upload, known once its form is complete. */
interface UploadFacts {
  filename: string;
  purpose: string;
  /** Seconds until the file is to be deleted; undefined if not set. */
  expiresAfter: number | undefined;
  bytes: number;
}

/**
 * Purposes for models and batches. Fine-tuning and evaluations are not offered, so neither are their files.
 */
const PURPOSES = ['assistants', 'batch', 'user_data', 'vision'];
const ANCHOR = 'expires_after[anchor]';
const SECONDS = 'expires_after[seconds]';
const FIELDS = new Set(['purpose', ANCHOR, SECONDS]);
const FIELD_BYTES_MAX = 100;
/** A form is sent in pieces of at least this size: each costs a core some 10 µs, and may hold a single byte. */
const PIECE_BYTES = 16 * 1024;
/** From an hour to 30 days. Source: OpenAI's API reference, Upload file, 2026. */
const EXPIRY_SECONDS = { min: 3600, max: 2_592_000 };
const FILENAME_LENGTH_MAX = 255;
/** Characters that would end the header, or lead outside the target folder. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const UNSAFE = /[\u0000-\u001f\u007f"\\]/g;
const TYPES: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  jsonl: 'application/jsonl',
  md: 'text/markdown',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain',
  webp: 'image/webp',
};

/**
 * Rewrites an upload form chunk by chunk, so that the provider parses exactly what was parsed here, in an
 * unambiguous form. The end is written only after everything was checked, so that a refused file is never
 * created.
 */
export class UploadForm implements FormListener {
  readonly #boundary = `tollgate-${randomBytes(18).toString('hex')}`;
  readonly #maxBytes: number;
  readonly #fields = new Map<string, string>();
  #filename: string | undefined;
  #bytes = 0;
  /** The field being parsed; undefined for the file. */
  #field: string | undefined;
  readonly #out = new ChunkList();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get contentType(): string {
    return `multipart/form-data; boundary=${this.#boundary}`;
  }

  /** Set once `chunks` has ended. */
  facts: UploadFacts | undefined;

  /** Yields the form for the provider. Throws AppError if the caller's is invalid. */
  async *chunks(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Uint8Array> {
    const reader = new FormReader(boundary, this);
    for await (const chunk of body) {
      orRefuse(() => reader.push(chunk));
      if (this.#out.bytes >= PIECE_BYTES) yield this.#out.take();
    }
    orRefuse(() => reader.finish());
    this.facts = this.#check();
    this.#out.push(Buffer.from(`--${this.#boundary}--\r\n`));
    yield this.#out.take();
  }

  part({ name, filename }: { name: string; filename: string | undefined }): void {
    if (name === 'file') {
      if (this.#filename !== undefined) throw invalidRequest('Duplicate parameter: file.', 'file');
      if (filename === undefined)
        throw invalidRequest("Invalid type for 'file': expected a file.", 'file');
      this.#field = undefined;
      this.#filename = safeName(filename);
      const type = ownValue(TYPES, this.#filename.split('.').at(-1)?.toLowerCase() ?? '');
      this.#write(
        `; filename="${this.#filename}"\r\ncontent-type: ${type ?? 'application/octet-stream'}`,
      );
      return;
    }
    if (!FIELDS.has(name) || filename !== undefined)
      throw invalidRequest(`Unknown parameter: '${name.slice(0, 100)}'.`, name.slice(0, 100));
    if (this.#fields.has(name)) throw invalidRequest(`Duplicate parameter: ${name}.`, name);
    this.#field = name;
    this.#fields.set(name, '');
    this.#write('');
  }

  data(bytes: Uint8Array): void {
    if (this.#field === undefined) {
      this.#bytes += bytes.length;
      if (this.#bytes > this.#maxBytes)
        throw new AppError('relay_body_too_large', { limit: this.#maxBytes });
    } else {
      const text = (this.#fields.get(this.#field) ?? '') + Buffer.from(bytes).toString('latin1');
      if (text.length > FIELD_BYTES_MAX)
        throw invalidRequest(`${this.#field} is too long.`, this.#field);
      this.#fields.set(this.#field, text);
    }
    this.#out.push(asBuffer(bytes));
  }

  partEnd(): void {
    this.#out.push(Buffer.from('\r\n'));
    if (this.#field === 'purpose') checkPurpose(this.#fields.get('purpose') ?? '');
  }

  #write(rest: string): void {
    const name = this.#field ?? 'file';
    this.#out.push(
      Buffer.from(
        `--${this.#boundary}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`,
      ),
    );
  }

  #check(): UploadFacts {
    if (this.#filename === undefined) throw missing('file');
    const purpose = this.#fields.get('purpose');
    if (purpose === undefined) throw missing('purpose');
    if (this.#bytes === 0) throw invalidRequest('File is empty.', 'file');
    return {
      filename: this.#filename,
      purpose,
      bytes: this.#bytes,
      expiresAfter: this.#readExpiry(),
    };
  }

  #readExpiry(): number | undefined {
    const anchor = this.#fields.get(ANCHOR);
    const text = this.#fields.get(SECONDS);
    if (anchor === undefined && text === undefined) return undefined;
    if (anchor !== 'created_at')
      throw invalidRequest("expires_after[anchor] must be 'created_at'.", ANCHOR);
    const seconds = /^\d{1,8}$/.test(text ?? '') ? Number(text) : 0;
    if (seconds < EXPIRY_SECONDS.min || seconds > EXPIRY_SECONDS.max)
      throw invalidRequest(
        `expires_after[seconds] must be between ${EXPIRY_SECONDS.min} and ${EXPIRY_SECONDS.max}.`,
        SECONDS,
      );
    return seconds;
  }
}

function checkPurpose(purpose: string): void {
  if (!PURPOSES.includes(purpose))
    throw invalidRequest(
      `'${purpose}' is not one of ['${PURPOSES.join("', '")}'] - 'purpose'`,
      'purpose',
    );
}

function safeName(filename: string): string {
  const name = filename.toWellFormed().replace(UNSAFE, '_').split('/').at(-1) ?? '';
  return name.slice(-FILENAME_LENGTH_MAX).toWellFormed() || 'file';
}

function orRefuse(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error instanceof FormFault)
      throw invalidRequest(`The form can't be read: ${error.message}.`, '');
    throw error;
  }
}

function missing(name: string): AppError {
  return invalidRequest(`Missing required parameter: '${name}'.`, name);
}
