import { reject } from '../ir/read-shape.ts';

/** Names under which providers take the number of pictures. */
export const COUNT_NAMES = ['n', 'batch_size', 'num_images', 'num_outputs', 'number_of_images'];

const PRICED_NAMES: ReadonlySet<string> = new Set([
  ...COUNT_NAMES,
  'model',
  'size',
  'image_size',
  'quality',
  'stream',
  'stream_format',
  'partial_images',
  'response_format',
  'input',
  'prompt',
  'file',
]);

/** Whether prices may depend on a member of that name. */
export const isPriced = (name: string) => PRICED_NAMES.has(name);

/** The names of one body. What prices depend on must be there once and in lower case, as readers differ in the rest. */
export class PricedNames {
  readonly #seen = new Set<string>();

  /** Throws ShapeError for a name that readers may take in different ways. */
  take(name: string): void {
    const key = name.toLowerCase();
    if (!PRICED_NAMES.has(key)) return;
    if (key !== name) reject(`${name} must be written as ${key}.`, name, 'unknown_parameter');
    if (this.#seen.has(key))
      reject(`The request holds ${name} more than once.`, name, 'duplicate_parameter');
    this.#seen.add(key);
  }
}
