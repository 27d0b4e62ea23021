import { answerJson } from './answer.ts';
import { type Endpoint, firstText, missing } from './endpoint.ts';

type EmbeddingBody = {
  model: string;
  input: unknown;
  encoding_format?: string;
  dimensions?: number;
};

const DIMENSIONS = 3;
const NUMBERS = [0.25, -0.5, 0.125];

/**
 * POST /v1/embeddings: `dimensions` (3 without a wish) numbers an input, as floats or base64 of
 * little-endian 32-bit floats. They are 0.25, -0.5, 0.125 over and over.
 */
export const embeddingsEndpoint: Endpoint = {
  findMistake: ({ input }) => (input === undefined ? missing('input') : undefined),
  lastText: ({ input }) => firstText(input),
  async answer(call) {
    const { script } = call;
    const body = call.body as EmbeddingBody;
    const vector = Array.from(
      { length: body.dimensions ?? DIMENSIONS },
      (_, index) => NUMBERS[index % NUMBERS.length] ?? 0,
    );
    const embedding =
      body.encoding_format === 'base64'
        ? Buffer.from(new Float32Array(vector).buffer).toString('base64')
        : vector;
    const promptTokens = script.fault === 'zero-usage' ? 0 : script.prompt_tokens;
    await answerJson(call, {
      object: 'list',
      data: Array.from({ length: countInputs(body.input) }, (_, index) => ({
        object: 'embedding',
        index,
        embedding,
      })),
      model: body.model,
      ...(script.fault === 'no-usage'
        ? {}
        : { usage: { prompt_tokens: promptTokens, total_tokens: promptTokens } }),
    });
  },
};

/** A list of numbers is one input of tokens; a list of anything else is that many inputs. */
function countInputs(input: unknown): number {
  return Array.isArray(input) && typeof input[0] !== 'number' ? input.length : 1;
}
