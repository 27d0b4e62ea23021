import { weighPart } from './chat-shape.ts';

/** Separators between the inputs of a batch. */
const INPUT_WEIGHT = 100;

/**
 * Hundredths of tokens of an `input` or `prompt`: a text, token ids, or a list of texts, lists of
 * token ids or content parts.
 */
export function weighInput(input: unknown): number {
  if (!Array.isArray(input)) return INPUT_WEIGHT + weighPart(input);
  let weight = INPUT_WEIGHT;
  for (const item of input) {
    if (typeof item === 'number') weight += 100;
    else if (Array.isArray(item)) weight += INPUT_WEIGHT + 100 * item.length;
    else weight += INPUT_WEIGHT + weighPart(item);
  }
  return weight;
}
