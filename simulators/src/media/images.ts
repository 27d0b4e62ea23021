import { respondWithJson } from '../respond.ts';
import { breakAtStart, breakHalfway } from '../break-stream.ts';
import { type Call, type Endpoint, firstText, missing } from '../endpoint.ts';
import { openEventStream } from '../event-stream.ts';
import { mediaUsageOf } from './media-usage.ts';

const CREATED = 1_760_000_000;
/** A one-pixel PNG. */
const IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/**
 * POST /v1/images/generations, /edits and /variations: one-pixel images. Models whose name begins with
 * gpt-image respond in base64 with usage, streamed if requested; the others in the requested format.
 */
export function imagesEndpoint(event: 'image_generation' | 'image_edit', needs: string): Endpoint {
  return {
    modelOptional: true,
    findMistake: (body) => (body[needs] === undefined ? missing(needs) : undefined),
    lastText: ({ prompt }) => firstText(prompt),
    respond: (call) =>
      String(call.body['stream']) === 'true' ? streamImages(call, event) : respondWhole(call),
  };
}

const isToken = ({ body }: Call) => String(body['model'] ?? '').startsWith('gpt-image');

function countOf({ body, script }: Call): number {
  return script.images ?? Number(body['n'] ?? 1);
}

function imageOf(call: Call) {
  const asText = isToken(call) || call.body['response_format'] === 'b64_json';
  const image = call.script.fault === 'huge' ? call.script.text : IMAGE;
  return asText
    ? { b64_json: image }
    : { url: 'https://images.invalid/one.png', revised_prompt: call.script.text };
}

async function respondWhole(call: Call): Promise<void> {
  const usage = isToken(call)
    ? mediaUsageOf(call.script, { image_tokens: call.script.image_tokens })
    : undefined;
  await respondWithJson(call, {
    created: CREATED,
    data: Array.from({ length: countOf(call) }, () => imageOf(call)),
    ...(usage ? { usage } : {}),
  });
}

async function streamImages(call: Call, event: string): Promise<void> {
  const stream = openEventStream(call);
  if (await breakAtStart(call, stream)) return;
  const send = (type: string, value: object) =>
    stream.sendText(`event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`);
  const partials = Number(call.body['partial_images'] ?? 0);
  for (let index = 0; index < partials; index++)
    await send(`${event}.partial_image`, {
      b64_json: IMAGE,
      partial_image_index: index,
      created_at: CREATED,
    });
  if (await breakHalfway(call, stream, `event: ${event}.completed\ndata: {"type":"${event}`))
    return;
  const usage = mediaUsageOf(call.script, { image_tokens: call.script.image_tokens });
  for (let index = 0; index < countOf(call); index++)
    await send(`${event}.completed`, {
      b64_json: IMAGE,
      created_at: CREATED,
      ...(usage ? { usage } : {}),
    });
  stream.end();
}
