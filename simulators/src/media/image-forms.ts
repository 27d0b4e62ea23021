import { respondWithJson } from '../respond.ts';
import { type Call, type Endpoint, missing, refused } from '../endpoint.ts';
import type { JsonObject } from '../json-object.ts';

const IMAGE = 'iVBORw0KGgo=';
const ADDRESS = 'https://images.invalid/one.png';

interface Form {
  /** Members the vendor accepts; all others are refused. */
  members: readonly string[];
  prompt(body: JsonObject): unknown;
  count(body: JsonObject): unknown;
  respond(count: number, body: JsonObject): object;
}

/** Creates an image endpoint in a vendor's own format. */
function imagesIn(form: Form): Endpoint {
  return {
    modelOptional: true,
    findMistake(body) {
      const unknown = Object.keys(body).find((name) => !form.members.includes(name));
      if (unknown !== undefined) return refused(`Unknown name "${unknown}"`);
      return typeof form.prompt(body) === 'string' ? undefined : missing('prompt');
    },
    lastText: (body) => String(form.prompt(body)),
    respond: (call: Call) =>
      respondWithJson(
        call,
        form.respond(call.script.images ?? Number(form.count(call.body) ?? 1), call.body),
      ),
  };
}

const many = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);
const recordOf = (value: unknown) => (value ?? {}) as JsonObject;
const firstOf = (list: unknown) => recordOf((list as unknown[] | undefined)?.[0]);

/** Imagen's :predict; model and stream come from the path. */
export const imagenImages = imagesIn({
  members: ['instances', 'parameters', 'model', 'stream'],
  prompt: ({ instances }) => firstOf(instances)['prompt'],
  count: ({ parameters }) => recordOf(parameters)['sampleCount'],
  respond: (count) => ({
    predictions: many(count, { mimeType: 'image/png', bytesBase64Encoded: IMAGE }),
  }),
});

/** DashScope's multimodal-generation. */
export const dashscopeImages = imagesIn({
  members: ['model', 'input', 'parameters'],
  prompt: ({ input }) => firstOf(firstOf(recordOf(input)['messages'])['content'])['text'],
  count: ({ parameters }) => recordOf(parameters)['n'],
  respond: (count) => ({
    output: {
      choices: many(count, {
        finish_reason: 'stop',
        message: { role: 'assistant', content: [{ image: ADDRESS }] },
      }),
    },
    usage: { image_count: count, width: 1024, height: 1024 },
    request_id: 'simulated',
  }),
});

const jobs = new Map<string, object>();

/** DashScope's jobs: the call returns one, which is done when it is polled. */
export const dashscopeJobs = imagesIn({
  members: ['model', 'input', 'parameters'],
  prompt: ({ input }) => recordOf(input)['prompt'],
  count: ({ parameters }) => recordOf(parameters)['n'],
  respond(count) {
    const task_id = `task-${jobs.size}`;
    const failed = { task_status: 'FAILED', code: 'DataInspectionFailed', message: 'Not allowed' };
    const done = { task_status: 'SUCCEEDED', results: many(count, { url: ADDRESS }) };
    const output = { task_id, ...(count === 0 ? failed : done) };
    jobs.set(task_id, { output, usage: { image_count: count }, request_id: 'simulated' });
    return { output: { task_id, task_status: 'PENDING' }, request_id: 'simulated' };
  },
});

/** Returns a job as it is polled; undefined for one that was not started. */
export function findDashscopeJob(path: string): object | undefined {
  return jobs.get(path.replace('/api/v1/tasks/', ''));
}

/** Baidu's first API. */
export const baiduImages = imagesIn({
  members: ['prompt', 'negative_prompt', 'size', 'n', 'seed', 'steps', 'user_id', 'model'],
  prompt: ({ prompt }) => prompt,
  count: ({ n }) => n,
  respond: (count) => ({
    id: 'as-simulated',
    object: 'image',
    created: 1_760_000_000,
    data: many(count, { object: 'image', b64_image: IMAGE, index: 0 }),
    usage: { prompt_tokens: 2, total_tokens: 2 },
  }),
});

/** Qianfan's second API: OpenAI's format with a few members of its own. */
export const qianfanImages = imagesIn({
  members: ['model', 'prompt', 'refer_image', 'user', 'n', 'size', 'steps', 'guidance', 'seed'],
  prompt: ({ prompt }) => prompt,
  count: ({ n }) => n,
  respond: (count) => ({
    id: 'as-simulated',
    created: 1_760_000_000,
    data: many(count, { url: ADDRESS }),
  }),
});

export const siliconImages = imagesIn({
  members: ['model', 'prompt', 'image_size', 'batch_size', 'seed', 'negative_prompt'],
  prompt: ({ prompt }) => prompt,
  count: ({ batch_size }) => batch_size,
  respond: (count) => ({
    images: many(count, { url: ADDRESS }),
    timings: { inference: 1 },
    seed: 1,
  }),
});

export const minimaxImages = imagesIn({
  members: ['model', 'prompt', 'n', 'aspect_ratio', 'seed', 'response_format'],
  prompt: ({ prompt }) => prompt,
  count: ({ n }) => n,
  respond: (count, { response_format: format }) => ({
    id: 'simulated',
    data:
      format === 'base64'
        ? { image_base64: many(count, IMAGE) }
        : { image_urls: many(count, ADDRESS) },
    metadata: { success_count: String(count), failed_count: '0' },
    base_resp: { status_code: 0, status_msg: 'success' },
  }),
});

/** Workers AI; Stable Diffusion models return the image's bytes. */
export const cloudflareImages: Endpoint = {
  ...imagesIn({
    members: ['prompt', 'width', 'height', 'seed', 'negative_prompt', 'model'],
    prompt: ({ prompt }) => prompt,
    count: () => 1,
    respond: () => ({ result: { image: IMAGE }, success: true, errors: [], messages: [] }),
  }),
  async respond(call) {
    if (!String(call.body['model']).includes('stable-diffusion'))
      return respondWithJson(call, {
        result: { image: IMAGE },
        success: true,
        errors: [],
        messages: [],
      });
    call.response.writeHead(200, { 'content-type': 'image/png' });
    call.response.end(Buffer.from(IMAGE, 'base64'));
  },
};
