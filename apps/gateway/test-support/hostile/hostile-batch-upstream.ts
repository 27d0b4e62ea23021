import {
  type BatchLine,
  type FileCall,
  type FileResponse,
  type FileSimulator,
  type LineOutcome,
  startFileSimulator,
} from '@tollgate/simulators';
import type { ActionRegistry } from './action-registry.ts';
import { HostileBatch } from './hostile-batch.ts';

export const BATCH_KEY = 'sk-batches';
const ABSURD = 1_000_000_000;
/** The model's longest completion if nobody sets a limit. */
const MODEL_MAX = 16_384;
const BYTES_A_TOKEN = 4;
/** Number of reads for which an output is unavailable. */
const UNREADABLE_LOOKS = 3;

/** A provider of files and batches that runs each batch as its plan says. */
export class HostileBatchUpstream {
  readonly #registry: ActionRegistry;
  #simulator!: FileSimulator;
  readonly #ended = new Set<string>();

  private constructor(registry: ActionRegistry) {
    this.#registry = registry;
  }

  static async start(registry: ActionRegistry, nowMs: () => number): Promise<HostileBatchUpstream> {
    const upstream = new HostileBatchUpstream(registry);
    upstream.#simulator = await startFileSimulator({
      keys: [BATCH_KEY],
      nowMs,
      outcome: (line) => upstream.#outcomeOf(line),
      script: (call) => upstream.#script(call),
      rewrite: (call, response) => upstream.#rewrite(call, response),
    });
    return upstream;
  }

  get url(): string {
    return this.#simulator.url;
  }

  /** Advances every batch by one step. */
  step(): void {
    for (const { id, input } of this.#simulator.batches()) {
      if (this.#ended.has(id)) continue;
      const action = this.#registry.find(HostileBatch, input.content.toString());
      const { patience, end, run, behaviour } = action.plan;
      action.looks += 1;
      if (behaviour === 'never' || action.looks <= patience) continue;
      this.#ended.add(id);
      action.hasEnded = true;
      if (this.#simulator.begin(id) === 'failed') continue;
      this.#simulator.end(id, end === 'failed' ? 'expired' : end, end === 'failed' ? 0 : run);
    }
  }

  /** Deletes all batches and files of a seed. */
  clear(): void {
    this.#ended.clear();
    this.#simulator.clear();
  }

  close(): Promise<void> {
    return this.#simulator.close();
  }

  /** Returns what a line uses, by an upstream that keeps to its limit, and what is reported. */
  #outcomeOf({ customId, body }: BatchLine): LineOutcome {
    const action = this.#registry.find(HostileBatch, customId);
    const { behaviour, share, model } = action.plan;
    const prompt = Math.ceil(JSON.stringify(body).length / BYTES_A_TOKEN);
    const limit = typeof body['max_tokens'] === 'number' ? body['max_tokens'] : MODEL_MAX;
    const completion = model === 'gpt-4o' ? Math.max(1, Math.floor(limit * share)) : 0;
    action.used.push({ prompt, completion });
    if (behaviour === 'absurd-usage') return { prompt: ABSURD, completion: ABSURD };
    if (behaviour === 'zero-usage') return { prompt: 0, completion: 0 };
    if (behaviour === 'garbled') return { raw: '{"custom_id":' };
    if (behaviour === 'no-usage') return { raw: writeLine(customId) };
    if (behaviour === 'more-lines')
      return { raw: [customId, customId, `${customId}x`].map(writeLine).join('\n') };
    return { prompt, completion };
  }

  #script({ path }: FileCall): FileResponse | undefined {
    const batch = this.#simulator.batches().find(({ id }) => path.includes(id));
    if (batch && this.#actionOf(batch.input.content).plan.behaviour === 'lost') return MISSING;
    if (!path.endsWith('/content')) return undefined;
    const file = this.#simulator.files().find(({ id }) => path.includes(id));
    if (file?.purpose !== 'batch_output') return undefined;
    const isInput = !file.content.includes('"response"');
    const action = isInput ? undefined : this.#actionOf(file.content);
    const isHidden = action?.plan.behaviour === 'unreadable' && action.looks < UNREADABLE_LOOKS;
    return isHidden ? MISSING : undefined;
  }

  #rewrite({ method, path }: FileCall, response: FileResponse): FileResponse {
    if (!path.startsWith('/v1/batches') || response.status >= 300) return response;
    const reported = response.body as { id?: string; input_file_id: string; status: string };
    const batch = this.#simulator.batches().find(({ id }) => id === reported.id);
    if (!batch) return response;
    const action = this.#actionOf(batch.input.content);
    const { behaviour, end, limits } = action.plan;
    if (method === 'POST' && !path.endsWith('/cancel')) {
      action.isTaken = true;
      if (behaviour === 'breaks') return { status: 500, body: { error: { message: 'broken' } } };
      if (behaviour === 'garbles') return { status: 200, body: { object: 'batch' } };
    }
    if (end === 'failed' && action.hasEnded)
      return { status: 200, body: { ...reported, status: 'failed' } };
    if (behaviour !== 'claims-more') return response;
    const counts = { total: limits.length, completed: 1e9, failed: -3 };
    return { status: 200, body: { ...reported, request_counts: counts } };
  }

  #actionOf(content: Buffer): HostileBatch {
    return this.#registry.find(HostileBatch, content.toString());
  }
}

const MISSING: FileResponse = { status: 404, body: { error: { message: 'No such object' } } };

/** Writes an output line that reports no usage. */
function writeLine(customId: string): string {
  const message = { role: 'assistant', content: 'word word word' };
  const body = {
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
  };
  return JSON.stringify({ custom_id: customId, response: { status_code: 200, body }, error: null });
}
