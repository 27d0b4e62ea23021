import { decodeText } from '../json/parse-json.ts';
import { reject, ShapeError } from '../ir/read-shape.ts';
import { findAmbiguousName } from '../limits/find-ambiguous-member.ts';
import { IMAGE_MEMBERS } from '../limits/guarded-members.ts';
import { readBoundary } from '../multipart/boundary.ts';
import { type FormPart, scanMultipart, type ScannedForm } from '../multipart/scan-multipart.ts';

/** Largest text field of a form, in bytes. */
const TEXT_BYTES_MAX = 1024 * 1024;

/** A parsed form: its texts by name, its files as ranges of the bytes. */
export interface FormFields {
  readonly boundary: string;
  readonly form: ScannedForm;
  readonly texts: ReadonlyMap<string, string>;
  readonly files: readonly FormPart[];
}

/** Parses a multipart body. Throws ShapeError if it is malformed or repeats a guarded field. */
export function readFormFields(bytes: Uint8Array, contentType: string): FormFields {
  const boundary =
    readBoundary(contentType) ??
    reject('The content type must be multipart/form-data with a boundary.', 'content-type');
  const scanned = scanMultipart(bytes, boundary);
  if (!scanned.ok) return reject(`The multipart body is malformed: ${scanned.reason}.`, 'body');
  const texts = new Map<string, string>();
  const files: FormPart[] = [];
  const { parts } = scanned.form;
  // Several images may share a name; all of them are counted.
  const names = parts.map(({ name }) => name).filter((name) => !IMAGE_MEMBERS.includes(name));
  const ambiguous = findAmbiguousName(names);
  if (ambiguous) throw new ShapeError(ambiguous);
  for (const part of parts) {
    if (part.filename === undefined) texts.set(part.name, readText(bytes, part));
    else files.push(part);
  }
  return { boundary, form: scanned.form, texts, files };
}

function readText(bytes: Uint8Array, { name, start, end }: FormPart): string {
  if (end - start > TEXT_BYTES_MAX)
    reject(`${name} is too long: at most ${TEXT_BYTES_MAX} bytes are allowed.`, name);
  return decodeText(bytes.subarray(start, end));
}
