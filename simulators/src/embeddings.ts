import { respondWithJson } from './respond.ts';
import { type Endpoint, firstText, missing } from './endpoint.ts';
import type { Script } from './script.ts';

type EmbeddingBody = {
  model: string;
  input: unknown;
  encoding_format?: string;
  dimensions?: number;
};

const DIMENSIONS = 3;
const NUMBERS = [0.25, -0.5, 0.125];

/**
 * POST /v1/embeddings: `dimensions` (3 by default) numbers per input, as floats or base64 of little-endian
 * 32-bit floats. They repeat 0.25, -0.5, 0.125.
 */
export const embeddingsEndpoint: Endpoint = {
  findMistake: ({ input }) => (input === undefined ? missing('input') : undefined),
  lastText: ({ input }) => firstText(input),
  async respond(call) {
    const { script } = call;
    const body = call.body as EmbeddingBody;
    const vector = vectorOf(body.dimensions);
    const embedding =
      body.encoding_format === 'base64'
        ? Buffer.from(new Float32Array(vector).buffer).toString('base64')
        : vector;
    const tokens = inputTokensOf(script);
    await respondWithJson(call, {
      object: 'list',
      data: Array.from({ length: countInputs(body.input) }, (_, index) => ({
        object: 'embedding',
        index,
        embedding,
      })),
      model: body.model,
      ...(tokens === undefined ? {} : { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
    });
  },
};

/** Returns the vector of every input. */
export function vectorOf(dimensions = DIMENSIONS): number[] {
  return Array.from({ length: dimensions }, (_, index) => NUMBERS[index % NUMBERS.length] ?? 0);
}

/** Returns the tokens reported by a response without output; undefined if it should report none. */
export function inputTokensOf({ fault, prompt_tokens }: Script): number | undefined {
  if (fault === 'no-usage') return undefined;
  return fault === 'zero-usage' ? 0 : prompt_tokens;
}

/** A list of numbers is one input of tokens; any other list is one input per item. */
function countInputs(input: unknown): number {
  return Array.isArray(input) && typeof input[0] !== 'number' ? input.length : 1;
}
