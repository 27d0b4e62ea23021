import { estimateTextTokens } from '../token-estimator/estimate-text.ts';
import { requireText, readSafely, reject, ShapeError } from '../ir/read-shape.ts';
import { findAmbiguousMember, isGuarded } from '../limits/find-ambiguous-member.ts';
import { IMAGE_MEMBERS } from '../limits/guarded-members.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import type { ByteRange } from '../json/byte-range.ts';
import type { JsonObject } from '../json/json-object.ts';
import { ClientCall, type ReadCallResult } from '../translate/client-call.ts';
import { audioLength } from '../audio/audio-length.ts';
import type { FormPart } from '../multipart/scan-multipart.ts';
import { findNamedIds, type NamedId } from '../state/named-ids.ts';
import { type FormFields, isImagePart, readFormFields } from './form-fields.ts';
import type { MediaKind } from './media-kind.ts';
import type { FormPositions, MediaRequest, MediaWork } from './media-request.ts';
import { findUnbilledImageMember, readImageWork } from './read-image-work.ts';
import { countCharacters, speechSeconds } from './speech-seconds.ts';

export interface MediaCallInput {
  readonly kind: MediaKind;
  readonly bytes: Uint8Array;
  /** Of the request; empty if absent. */
  readonly contentType: string;
}

/** Contents of a body, from JSON or a form. */
interface MediaBody {
  readonly members: JsonObject;
  /** Number of input images. */
  readonly inputs: number;
  /** The content type to send. */
  readonly contentType: string;
  readonly positions: FormPositions | undefined;
  /** What it names by its id at the provider. */
  readonly named: readonly NamedId[] | undefined;
}

const DEFAULT_MODELS: Readonly<Record<MediaKind, string>> = {
  images: 'dall-e-2',
  'image-edits': 'dall-e-2',
  'image-variations': 'dall-e-2',
  speech: 'tts-1',
  transcriptions: 'whisper-1',
  translations: 'whisper-1',
};
const ONLY_JSON: ReadonlySet<MediaKind> = new Set(['images', 'speech']);
const MAY_BE_JSON: ReadonlySet<MediaKind> = new Set(['images', 'speech', 'image-edits']);
const MODEL_LENGTH_MAX = 200;
const INPUTS_MAX = 64;
/** Providers accept a tenth of this; every character is inspected. */
const SPEECH_LENGTH_MAX = 500_000;
/** Providers accept a quarter of the normal speed or more. */
const SPEED_MIN = 0.25;

/**
 * Reads an image or audio call once, and checks only what the gateway itself depends on. Never throws; the
 * bytes stay unchanged. What prices depend on may occur only once, so that no other reader uses a different
 * value.
 */
export function readMediaCall(input: MediaCallInput): ReadCallResult {
  const read = readSafely(() => readCall(input));
  return read.ok ? { ok: true, call: read.value } : read;
}

/** Returns whether the body of a call is a form; all others are JSON. */
export function isMediaForm(kind: MediaKind, contentType: string): boolean {
  return /^\s*multipart\//i.test(contentType) && !ONLY_JSON.has(kind);
}

function readCall({ kind, bytes, contentType }: MediaCallInput): ClientCall {
  const isForm = isMediaForm(kind, contentType);
  if (!isForm && !MAY_BE_JSON.has(kind))
    reject('The content type must be multipart/form-data.', 'content-type', 'invalid_content_type');
  const body = isForm ? readForm(bytes, contentType, kind) : readObject(bytes);
  const { members, positions } = body;
  const requested = members['model'] ?? '';
  const model = requireText(requested === '' ? DEFAULT_MODELS[kind] : requested, 'model');
  if (model.length > MODEL_LENGTH_MAX)
    reject(`model is too long: at most ${MODEL_LENGTH_MAX} characters are allowed.`, 'model');
  const format = members['response_format'];
  const work = readWork(kind, body, bytes);
  const media: MediaRequest = {
    kind,
    work,
    contentType: body.contentType,
    responseFormat: typeof format === 'string' ? format : '',
    form: positions,
  };
  const refused = work.unit === 'image' ? findUnbilledImageMember(members) : undefined;
  const request = {
    kind,
    model,
    ...(refused === undefined ? {} : { billable: { tools: [], refused } }),
    stream: readSwitch(members['stream']) || members['stream_format'] === 'sse',
    includeUsage: true,
    hasStreamOptions: false,
    maxOutputTokens: 0,
    choices: 1,
    promptTokensEstimate: work.promptTokens,
    named: body.named,
    promptTokensMax: TEXT_MEMBERS.reduce((sum, name) => sum + bytesOf(members[name]), 0),
    bytes,
  };
  return new ClientCall('openai-chat', request, members, media);
}

function readObject(bytes: Uint8Array): MediaBody {
  const members = parseJson(bytes);
  if (members === undefined) reject('The request body is not valid JSON.', 'body', 'invalid_json');
  if (!isRecord(members)) return reject('The request body must be a JSON object.', 'body');
  const ambiguous = findAmbiguousMember(bytes, listTopLevelMembers(bytes) ?? []);
  if (ambiguous) throw new ShapeError(ambiguous);
  const { image, images, mask } = members;
  const sent = [image, images].flatMap((value) => value ?? []).length + (mask ? 1 : 0);
  return {
    members,
    inputs: sent,
    contentType: 'application/json',
    positions: undefined,
    named: findNamedIds(bytes),
  };
}

function readForm(bytes: Uint8Array, contentType: string, kind: MediaKind): MediaBody {
  const fields = readFormFields(bytes, contentType);
  const { boundary, form, texts, files } = fields;
  const isAudio = kind === 'transcriptions' || kind === 'translations';
  const misplaced = files.find(
    ({ name }) => name !== 'file' && isGuarded(name) && !IMAGE_MEMBERS.includes(name),
  );
  if (misplaced) reject(`${misplaced.name} must be a text, not a file.`, misplaced.name);
  return {
    members: Object.fromEntries(texts),
    inputs: isAudio ? 0 : form.parts.filter(isInput).length,
    contentType: fields.contentType,
    positions: {
      boundary,
      model: form.parts.find(({ name }) => name === 'model'),
      file: isAudio ? findAudioFile(fields) : undefined,
      start: form.start,
    },
    named: fields.named,
  };
}

/** Returns whether a part is an input: a file, or an image by URL or Base64. */
function isInput({ name, filename, start, end }: FormPart): boolean {
  return filename !== undefined || (isImagePart(name) && end > start);
}

/** Members by which providers take a recording from elsewhere: its length, thus its price, is unknown. */
const OTHER_RECORDINGS = new Set(['url', 'fileurl', 'audiourl', 'fileuri', 'fileid', 'filebase64']);

function findAudioFile({ files, form }: FormFields): ByteRange {
  const other = form.parts.find(({ name }) =>
    OTHER_RECORDINGS.has(name.toLowerCase().replaceAll(/[^a-z\d]/g, '')),
  );
  if (other) reject(`The recording must be sent as file, not as ${other.name}.`, other.name);
  const file = files.find(({ name }) => name === 'file');
  return file ?? reject('The parameter file is required.', 'file', 'missing_required_parameter');
}

function readWork(kind: MediaKind, body: MediaBody, bytes: Uint8Array): MediaWork {
  const { members, positions } = body;
  const promptTokens = tokensOf(members['prompt']) + tokensOf(members['instructions']);
  if (kind === 'speech') {
    const text = requireText(members['input'], 'input');
    if (text.length > SPEECH_LENGTH_MAX)
      reject(`input is too long: at most ${SPEECH_LENGTH_MAX} characters are allowed.`, 'input');
    return {
      unit: 'speech',
      characters: countCharacters(text),
      seconds: speechSeconds(text) / slowest(members['speed']),
      promptTokens: promptTokens + estimateTextTokens(text),
    };
  }
  if (positions?.file) {
    const { start, end } = positions.file;
    const { seconds, maximum } = audioLength(bytes.subarray(start, end));
    return { unit: 'transcript', seconds, secondsMax: maximum, promptTokens };
  }
  if (kind === 'images') requireText(members['prompt'], 'prompt');
  if (body.inputs > INPUTS_MAX) reject(`At most ${INPUTS_MAX} images can be sent along.`, 'image');
  return readImageWork(members, body.inputs, promptTokens);
}

/** Returns the factor by which speech is slowed down, at most 1; invalid speeds count as normal. */
function slowest(speed: unknown): number {
  const factor = typeof speed === 'string' ? Number(speed) : speed;
  return typeof factor === 'number' && factor > 0 ? Math.max(SPEED_MIN, Math.min(factor, 1)) : 1;
}

/** Members that the model reads. A byte is at most one token, and a UTF-16 unit at most three bytes. */
const TEXT_MEMBERS = ['prompt', 'instructions', 'input', 'negative_prompt'];
const bytesOf = (value: unknown) => (typeof value === 'string' ? value.length * 3 : 0);
const tokensOf = (value: unknown) => (typeof value === 'string' ? estimateTextTokens(value) : 0);

/** Reads a boolean, which forms write as text. */
function readSwitch(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (text === true || text === 'true' || text === '1') return true;
  if (text === false || text === 'false' || text === '0') return false;
  return reject('stream must be true or false.', 'stream', 'invalid_type');
}
