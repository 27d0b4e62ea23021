/** Tokens of a call for images or audio: of the text, the input media, and the output. */
export interface TokenUse {
  text: number;
  media: number;
  output: number;
}

/** Tokens of a square image of 1024 × 1024 pixels. Source: OpenAI's guide to images. */
const SQUARE_TOKENS: Readonly<Record<string, number>> = { low: 272, medium: 1056, high: 4160 };
const PARTIAL_TOKENS = 100;
const PARTIALS_MAX = 3;

/** Returns the most tokens of an image: if left to the model, it is high-quality and not square. */
export function outputImageTokens(body: Readonly<Record<string, unknown>>): number {
  const square = SQUARE_TOKENS[String(body['quality'])] ?? 4160;
  const sizes = [body['size'], body['image_size']].filter((size) => typeof size === 'string');
  const isSquare = sizes.length > 0 && sizes.every((size) => size === '1024x1024');
  const partials = Math.min(Number(body['partial_images'] ?? 0) || 0, PARTIALS_MAX);
  return Math.ceil(square * (isSquare ? 1 : 1.5)) + partials * PARTIAL_TOKENS;
}

/** Returns the usage as OpenAI reports it, distributed over this many events. */
export function usageOfTokens({ text, media, output }: TokenUse, events: number): object {
  const share = (tokens: number) => Math.floor(tokens / events);
  const input = share(text) + share(media);
  const details = { text_tokens: share(text), image_tokens: share(media) };
  return {
    usage: {
      input_tokens: input,
      input_tokens_details: details,
      output_tokens: share(output),
      total_tokens: input + share(output),
    },
  };
}
