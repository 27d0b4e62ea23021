import type { BatchPlan } from './batch-plan.ts';
import type { MoneySnapshot } from './money-snapshot.ts';
import type { ActionTarget, HostileAction } from './hostile-action.ts';

/** Tokens of one line as billed by a provider. */
interface LineUse {
  prompt: number;
  completion: number;
}

/** USD per million tokens, input and output; a batch costs half. */
const PRICES = { 'gpt-4o': [2.5, 10], 'text-embedding-3-small': [0.02, 0] } as const;

/** A batch, from its plan to what its provider ran of it. */
export class HostileBatch implements HostileAction {
  readonly address: string;
  readonly plan: BatchPlan;
  /** Its maximum cost is held before it is submitted. */
  readonly canLose = false;
  /** The provider accepted it. */
  isTaken = false;
  /** Number of polls. */
  looks = 0;
  /** Usage of its lines that were run. */
  readonly used: LineUse[] = [];
  /** The provider has ended it. */
  hasEnded = false;
  readonly #responses: string[] = [];
  #id = '';

  constructor(plan: BatchPlan) {
    this.plan = plan;
    this.address = plan.address;
  }

  async run(target: ActionTarget): Promise<void> {
    const form = new FormData();
    form.set('purpose', 'batch');
    form.set('file', new Blob([this.#render()]), 'in.jsonl');
    const file = await this.#post(target, '/v1/files', form);
    if (typeof file['id'] !== 'string') return;
    const endpoint = this.#endpoint;
    const order = { input_file_id: file['id'], endpoint, completion_window: '24h' };
    const { id } = await this.#post(target, '/v1/batches', order);
    if (typeof id !== 'string') return;
    this.#id = id;
    if (this.plan.cancels) await this.#post(target, `/v1/batches/${id}/cancel`, {});
  }

  findFault({ charges, batches }: MoneySnapshot): string | undefined {
    const rows = charges.get(this.address) ?? [];
    const [row] = rows;
    const batch = batches.find(({ ip }) => ip === this.address);
    if (this.#id !== '' && !batch) return 'it was created and there is no batch';
    if (!batch) return row ? 'it is charged and there is no batch' : undefined;
    if (row && !this.isTaken) return 'no provider took it and it is charged';
    const { behaviour, end } = this.plan;
    if (behaviour !== 'honest' || end === 'failed' || !this.hasEnded) return undefined;
    const due = this.#due();
    const paid = rows.reduce((sum, { quota }) => sum + quota, 0);
    return paid === due ? undefined : `what an honest provider ran costs ${due}, not ${paid}`;
  }

  describe(): object {
    const { plan, used, isTaken, looks, hasEnded } = this;
    return { plan, used, isTaken, looks, hasEnded, said: this.#responses };
  }

  get #endpoint(): string {
    return this.plan.model === 'gpt-4o' ? '/v1/chat/completions' : '/v1/embeddings';
  }

  #due(): number {
    if (this.used.length === 0) return 0;
    const [input, output] = PRICES[this.plan.model];
    const dollars = this.used.reduce(
      (sum, { prompt, completion }) => sum + prompt * input + completion * output,
      0,
    );
    return Math.max(1, Math.round(dollars / 4));
  }

  #render(): string {
    const { address, model, limits, words, flaw } = this.plan;
    const text = `${address} ${'word '.repeat(words)}`;
    const lines = limits.map((limit, index) => {
      const input =
        model === 'gpt-4o' ? { messages: [{ role: 'user', content: text }] } : { input: text };
      const body = {
        model,
        ...input,
        ...(limit === undefined || model !== 'gpt-4o' ? {} : { max_tokens: limit }),
        ...(flaw === 'stream' ? { stream: true } : {}),
        ...(flaw === 'tier' ? { service_tier: 'priority' } : {}),
      };
      const custom_id = `${address}:${flaw === 'same-id' ? 0 : index}`;
      return JSON.stringify({ custom_id, method: 'POST', url: this.#endpoint, body });
    });
    return [...lines, ...(flaw === 'no-json' ? ['{'] : [])].map((line) => `${line}\n`).join('');
  }

  async #post(
    { url, secret }: ActionTarget,
    path: string,
    body: FormData | object,
  ): Promise<Record<string, unknown>> {
    const isForm = body instanceof FormData;
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'x-forwarded-for': this.address,
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    });
    const responseText = await response.text();
    this.#responses.push(`${response.status} ${responseText.slice(0, 200)}`);
    return JSON.parse(responseText) as Record<string, unknown>;
  }
}
