import { decodeText } from '../json/parse-json.ts';
import { reject, ShapeError } from '../ir/read-shape.ts';
import { findAmbiguousName } from '../limits/find-ambiguous-member.ts';
import { IMAGE_MEMBERS } from '../limits/guarded-members.ts';
import { readBoundary } from '../multipart/boundary.ts';
import { type FormPart, scanMultipart, type ScannedForm } from '../multipart/scan-multipart.ts';
import { findNamedFields, type NamedId } from '../state/named-ids.ts';

/** Largest text field of a form, in bytes. */
const TEXT_BYTES_MAX = 1024 * 1024;

/** A parsed form: its texts by name, its files as ranges of the bytes. */
export interface FormFields {
  readonly boundary: string;
  /** The content type to send: with this boundary and nothing that other readers could take for another. */
  readonly contentType: string;
  readonly form: ScannedForm;
  readonly texts: ReadonlyMap<string, string>;
  readonly files: readonly FormPart[];
  /** What the texts name by its id; undefined if nothing. */
  readonly named: readonly NamedId[] | undefined;
}

/** Parses a multipart body. Throws ShapeError if it is malformed or repeats a guarded field. */
export function readFormFields(bytes: Uint8Array, contentType: string): FormFields {
  const boundary =
    readBoundary(contentType) ??
    reject('The content type must be multipart/form-data with a boundary.', 'content-type');
  const scanned = scanMultipart(bytes, boundary);
  if (!scanned.ok) return reject(`The multipart body is malformed: ${scanned.reason}.`, 'body');
  const fields: { name: string; text: string }[] = [];
  const files: FormPart[] = [];
  const { parts } = scanned.form;
  const ambiguous = findAmbiguousName(parts.flatMap(({ name }) => namesToGuard(name)));
  if (ambiguous) throw new ShapeError(ambiguous);
  for (const part of parts) {
    if (part.filename === undefined) fields.push({ name: part.name, text: readText(bytes, part) });
    else files.push(part);
  }
  return {
    boundary,
    contentType: nameBoundary(boundary),
    form: scanned.form,
    texts: new Map(fields.map(({ name, text }) => [name, text])),
    files,
    named: findNamedFields(fields),
  };
}

function nameBoundary(boundary: string): string {
  const isToken = /^[\w'+.-]+$/.test(boundary);
  return `multipart/form-data; boundary=${isToken ? boundary : `"${boundary}"`}`;
}

/** Returns whether a part is an input image, sent as a file, a URL or Base64. */
export function isImagePart(name: string): boolean {
  return IMAGE_MEMBERS.includes(outerName(name));
}

/** Returns the name before brackets, which some readers take for lists or members of objects. */
function outerName(name: string): string {
  return name.split('[', 1)[0] ?? name;
}

/**
 * Returns the names under which readers may store a part. Several images may share a name, as all of them are
 * counted; a guarded name with brackets is refused, as its outer name counts as a second part.
 */
function namesToGuard(name: string): readonly string[] {
  if (isImagePart(name)) return [];
  const outer = outerName(name);
  return outer === name ? [name] : [outer, outer, name];
}

function readText(bytes: Uint8Array, { name, start, end }: FormPart): string {
  if (end - start > TEXT_BYTES_MAX)
    reject(`${name} is too long: at most ${TEXT_BYTES_MAX} bytes are allowed.`, name);
  return decodeText(bytes.subarray(start, end));
}
