import { randomBytes } from 'node:crypto';
import { type BatchFault, type BatchLine, checkBatchFile } from './check-batch-file.ts';
import {
  type FileResponse,
  type FileCall,
  type FileServer,
  startFileServer,
} from './file-server.ts';
import { refuse, type StoredFile, StoredFiles } from './stored-files.ts';

/** Tokens used by a line; `error` if it failed and cost nothing. */
export type LineOutcome =
  | { prompt: number; completion: number }
  | { error: string }
  /** The whole line of the output file, for upstreams that report false values. */
  | { raw: string };

interface Batch {
  id: string;
  key: string;
  input: StoredFile;
  endpoint: string;
  metadata: unknown;
  status: string;
  lines: BatchLine[];
  faults: BatchFault[];
  completed: number;
  failed: number;
  output?: StoredFile;
  error?: StoredFile;
  times: Record<string, number>;
}

export interface FileSimulatorOptions {
  /** API keys of its accounts. */
  keys: readonly string[];
  /** Newer keys of the same accounts, mapped to the one of `keys` whose files and batches they can access. */
  renewed?: Readonly<Record<string, string>>;
  nowMs: () => number;
  /** Usage of a line; by default one token per four characters, and 20 for the response. */
  outcome?: (line: BatchLine, index: number) => LineOutcome;
  /** Takes precedence; undefined for calls that get the normal response. */
  script?: (call: FileCall) => FileResponse | undefined;
  /** Changes the normal response, after its effects have taken place. */
  rewrite?: (call: FileCall, response: FileResponse) => FileResponse;
  /** The path prefix of `/files` and `/batches`; `/v1` by default. */
  prefix?: string;
}

/** OpenAI's files and batches on a real socket, as strict as OpenAI. */
export interface FileSimulator extends FileServer {
  files(): StoredFile[];
  batches(): Pick<Batch, 'id' | 'status' | 'lines' | 'faults' | 'input'>[];
  forget(fileId: string): void;
  /** Deletes all files and batches. */
  clear(): void;
  /** Validates and starts a batch; returns its status. */
  begin(id: string): string;
  /** Processes the first `count` lines of a batch, all by default, and ends it. */
  end(id: string, status?: 'completed' | 'expired' | 'cancelled', count?: number): void;
}

const ENDPOINTS = new Set(
  '/v1/chat/completions /v1/responses /v1/completions /v1/embeddings /v1/moderations'.split(' '),
);
const MEMBERS = new Set(['input_file_id', 'endpoint', 'completion_window', 'metadata']);

export async function startFileSimulator(options: FileSimulatorOptions): Promise<FileSimulator> {
  const service = new FileService(options);
  const { script, rewrite = (_call, response) => response } = options;
  const server = await startFileServer(
    (call) => script?.(call) ?? rewrite(call, service.respond(call)),
  );
  return {
    ...server,
    files: () => service.files.list(),
    batches: () => [...service.batches.values()],
    forget: (id) => service.files.forget(id),
    clear() {
      for (const { id } of service.files.list()) service.files.forget(id);
      service.batches.clear();
      server.calls.splice(0);
    },
    begin: (id) => service.begin(id),
    end: (id, status = 'completed', count = Infinity) => service.end(id, status, count),
  };
}

class FileService {
  readonly files: StoredFiles;
  readonly batches = new Map<string, Batch>();
  readonly #options: FileSimulatorOptions;

  constructor(options: FileSimulatorOptions) {
    this.#options = options;
    this.files = new StoredFiles(() => this.#now());
  }

  respond(request: FileCall): FileResponse {
    const { keys, renewed = {} } = this.#options;
    const call = { ...request, key: renewed[request.key] ?? request.key };
    if (!keys.includes(call.key)) return refuse(401, 'Incorrect API key provided.', null);
    const prefix = this.#options.prefix ?? '/v1';
    if (!call.path.startsWith(prefix)) return refuse(404, 'Invalid URL', null);
    const path = `/v1${call.path.slice(prefix.length)}`;
    const [, , what, id, action] = path.split('/');
    if (what === 'files') return this.files.respond({ ...call, path });
    if (what !== 'batches') return refuse(404, `Invalid URL (${call.method} ${path})`, null);
    if (id === undefined) return call.method === 'POST' ? this.#create(call) : this.#list(call);
    const batch = this.batches.get(id);
    if (batch?.key !== call.key) return refuse(404, `No such Batch object: ${id}`, null);
    if (action !== 'cancel') return { status: 200, body: show(batch) };
    if (!['validating', 'in_progress', 'finalizing', 'cancelling'].includes(batch.status))
      return refuse(409, `Cannot cancel a batch with status '${batch.status}'.`, null);
    this.#reach(batch, 'cancelling');
    return { status: 200, body: show(batch) };
  }

  begin(id: string): string {
    const batch = this.#batch(id);
    const { lines, faults } = checkBatchFile(batch.input.content, batch.endpoint);
    Object.assign(batch, { lines, faults });
    this.#reach(batch, faults.length > 0 ? 'failed' : 'in_progress');
    return batch.status;
  }

  end(id: string, status: string, count: number): void {
    const batch = this.#batch(id);
    const output: string[] = [];
    const errors: string[] = [];
    batch.lines.slice(0, count).forEach((line, index) => {
      const outcome = this.#options.outcome?.(line, index) ?? usual(line);
      if ('raw' in outcome) return void output.push(outcome.raw);
      const texts = 'error' in outcome ? errors : output;
      texts.push(renderLine(batch, line, outcome));
    });
    batch.completed = output.length;
    batch.failed = errors.length;
    const add = (texts: string[], filename: string) =>
      this.files.add({
        key: batch.key,
        filename,
        purpose: 'batch_output',
        content: Buffer.from(texts.map((text) => `${text}\n`).join('')),
      });
    if (output.length > 0) batch.output = add(output, `${id}_output.jsonl`);
    if (errors.length > 0) batch.error = add(errors, `${id}_error.jsonl`);
    this.#reach(batch, status);
  }

  #batch(id: string): Batch {
    const batch = this.batches.get(id);
    if (!batch) throw new Error(`there is no batch ${id}`);
    return batch;
  }

  #create(call: FileCall): FileResponse {
    const body = JSON.parse(call.body.toString()) as Record<string, unknown>;
    const unknown = Object.keys(body).find((name) => !MEMBERS.has(name));
    if (unknown !== undefined) return refuse(400, `Unknown parameter: '${unknown}'.`, unknown);
    const { input_file_id: inputId, endpoint, completion_window: window, metadata = null } = body;
    if (window !== '24h')
      return refuse(400, "Invalid value: supported is '24h'.", 'completion_window');
    const isKnown = ENDPOINTS.has(String(endpoint)) || this.#options.prefix === '/openai';
    if (!isKnown) return refuse(400, 'Invalid endpoint.', 'endpoint');
    const input = this.files.find(call.key, String(inputId));
    if (!input) return refuse(400, `No such File object: ${String(inputId)}`, 'input_file_id');
    if (input.purpose !== 'batch')
      return refuse(400, 'The input file must have purpose batch.', 'input_file_id');
    const batch: Batch = {
      id: `batch_${randomBytes(16).toString('hex')}`,
      key: call.key,
      input,
      endpoint: String(endpoint),
      metadata,
      status: 'validating',
      lines: [],
      faults: [],
      completed: 0,
      failed: 0,
      times: { created_at: this.#now() },
    };
    this.batches.set(batch.id, batch);
    return { status: 200, body: show(batch) };
  }

  #list({ key }: FileCall): FileResponse {
    const data = [...this.batches.values()].filter((batch) => batch.key === key).toReversed();
    return { status: 200, body: { object: 'list', data: data.map(show), has_more: false } };
  }

  #reach(batch: Batch, status: string): void {
    batch.status = status;
    batch.times[`${status}_at`] = this.#now();
  }

  #now(): number {
    return Math.floor(this.#options.nowMs() / 1000);
  }
}

function usual(line: BatchLine): LineOutcome {
  const text = JSON.stringify(line.body);
  if (text.includes('please fail')) return { error: 'The model failed.' };
  return { prompt: Math.ceil(text.length / 4), completion: 20 };
}

function renderLine(
  { id, endpoint }: Batch,
  { customId, body }: BatchLine,
  outcome: Exclude<LineOutcome, { raw: string }>,
): string {
  const failed = 'error' in outcome;
  return JSON.stringify({
    id: `batch_req_${id.slice(-8)}_${customId.slice(0, 20)}`,
    custom_id: customId,
    response: failed
      ? { status_code: 500, request_id: 'r', body: { error: { message: outcome.error } } }
      : { status_code: 200, request_id: 'r', body: resultOf(endpoint, body, outcome) },
    error: null,
  });
}

function resultOf(
  endpoint: string,
  { model }: Record<string, unknown>,
  { prompt, completion }: { prompt: number; completion: number },
): unknown {
  const total_tokens = prompt + completion;
  if (endpoint.endsWith('/embeddings'))
    return {
      object: 'list',
      model,
      data: [{ object: 'embedding', index: 0, embedding: [0.5, 0.25] }],
      usage: { prompt_tokens: prompt, total_tokens: prompt },
    };
  if (endpoint.endsWith('/responses'))
    return {
      id: 'resp_1',
      object: 'response',
      status: 'completed',
      model,
      output: [
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Hello.', annotations: [] }],
        },
      ],
      usage: { input_tokens: prompt, output_tokens: completion, total_tokens },
    };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [
      { index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' },
    ],
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens },
  };
}

function show(batch: Batch): unknown {
  const { faults, times, lines } = batch;
  return {
    id: batch.id,
    object: 'batch',
    endpoint: batch.endpoint,
    errors: faults.length > 0 ? { object: 'list', data: faults } : null,
    input_file_id: batch.input.id,
    completion_window: '24h',
    status: batch.status,
    output_file_id: batch.output?.id ?? null,
    error_file_id: batch.error?.id ?? null,
    in_progress_at: null,
    finalizing_at: null,
    completed_at: null,
    failed_at: null,
    expired_at: null,
    cancelling_at: null,
    cancelled_at: null,
    ...times,
    expires_at: (times.created_at ?? 0) + 86_400,
    request_counts: { total: lines.length, completed: batch.completed, failed: batch.failed },
    metadata: batch.metadata,
  };
}
