import { readRecord, readText, readWhole, reject } from '../ir/read-shape.ts';
import type { JsonObject } from '../json/json-object.ts';
import { COUNT_NAMES } from './count-names.ts';
import type { MediaWork } from './media-request.ts';

type ImageWork = Extract<MediaWork, { unit: 'image' }>;

const IMAGES_MAX = 128;
const PARTIALS_MAX = 16;
/** OpenAI's limit for animations, and what it draws if none is given. */
const FRAMES_MAX = 16;
const FRAMES_DEFAULT = 9;
/** Volcengine's limit for series, and what it may draw if none is given. */
const SERIES_MAX = 15;
const SIDE_MAX = 99_999;
const SERIES = 'sequential_image_generation';
const SERIES_OPTIONS = 'sequential_image_generation_options';

/** Reads from an image call everything that its price depends on. Throws ShapeError. */
export function readImageWork(
  members: JsonObject,
  inputs: number,
  promptTokens: number,
): ImageWork {
  const counts = COUNT_NAMES.map((name) => readCount(members, name, IMAGES_MAX) ?? 1);
  return {
    unit: 'image',
    size: sizeOf(members),
    quality: normalisedTextOf(members, 'quality'),
    count: Math.max(...counts, seriesOf(members)),
    frames: framesOf(members),
    partials: readCount(members, 'partial_images', PARTIALS_MAX, 0) ?? 0,
    inputs,
    promptTokens,
  };
}

/**
 * Returns the member of an image call whose cost no response reports; undefined for none. The author of a
 * vector image is a model of its own, with tokens of its own.
 */
export function findUnbilledImageMember(members: JsonObject): string | undefined {
  if ((members.svg ?? '') !== '') return 'svg';
  return formatOf(members) === 'svg' ? 'output_format' : undefined;
}

const formatOf = (members: JsonObject) =>
  normalisedTextOf(members, 'output_format')
    .toLowerCase()
    .replace(/^image\//, '');

/** Returns how many images a series may have: models decide on it themselves, up to the limit. */
function seriesOf(members: JsonObject): number {
  const mode = normalisedTextOf(members, SERIES).toLowerCase();
  const options = readRecord(members[SERIES_OPTIONS], SERIES_OPTIONS) ?? {};
  const most = readCount(options, 'max_images', IMAGES_MAX) ?? SERIES_MAX;
  return mode === '' || mode === 'disabled' ? 1 : most;
}

/** Returns the number of frames: each is drawn like an image. */
function framesOf(members: JsonObject): number {
  const frames = readCount(members, 'frame_count', FRAMES_MAX);
  return formatOf(members) === 'gif' ? (frames ?? FRAMES_DEFAULT) : (frames ?? 1);
}

/** A size that only says the shape; some providers name the pixels apart from it. */
const RATIO = /^\d+ ?: ?\d+$/;

/** Returns the size, which has several names: providers differ in which they read. */
function sizeOf(members: JsonObject): string {
  const [size, other] = [
    normalisedTextOf(members, 'size'),
    normalisedTextOf(members, 'image_size'),
  ];
  if (size !== '' && other !== '' && size !== other)
    reject('size and image_size must be the same.', 'image_size');
  const resolution = resolutionOf(members);
  const sized = size || other;
  const isApart = resolution !== '' && (sized === '' || RATIO.test(sized));
  const named = isApart ? resolution : sized;
  if (resolution !== '' && named.toLowerCase() !== resolution.toLowerCase())
    reject('size and resolution must be the same.', 'resolution');
  const sides = ['width', 'height'].map((name) => readCount(members, name, SIDE_MAX));
  if (sides.every((side) => side === undefined)) return named;
  const [width, height] = sides;
  if (width === undefined || height === undefined)
    return reject('width and height must be given together.', 'width');
  const inPoints = `${width}x${height}`;
  if (named !== '' && named.toLowerCase().replaceAll(/[\s*x×]+/g, 'x') !== inPoints)
    reject('size must be the same as width and height.', 'width');
  return inPoints;
}

/** Returns xAI's name of the size (`2k`). Providers that read none may be sent anything. */
function resolutionOf(members: JsonObject): string {
  return typeof members.resolution === 'string' ? normalisedTextOf(members, 'resolution') : '';
}

/** Returns a text that a price depends on, normalized: lenient readers accept other spacing. */
function normalisedTextOf(members: JsonObject, name: string): string {
  const text = readText(members[name], name) ?? '';
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 32);
}

/** Reads a whole number, which forms write as text. */
function readCount(members: JsonObject, name: string, max: number, min = 1): number | undefined {
  const value = members[name];
  const isText = typeof value === 'string' && /^\d{1,9}$/.test(value.trim());
  const count = readWhole(isText ? Number(value) : value, name);
  if (count !== undefined && (count < min || count > max))
    reject(`${name} must be from ${min} to ${max}.`, name, 'integer_out_of_range');
  return count;
}
