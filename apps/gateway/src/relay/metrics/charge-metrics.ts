import { Counter } from 'prom-client';
import { registry } from '../../platform/metrics.ts';

// Plain sums on the hot path; the counters collect them when scraped.
let quotaSince = 0;
let inputSince = 0;
let outputSince = 0;

const charged = new Counter({
  name: 'tollgate_charged_quota_total',
  help: 'Quota charged for calls, tasks and realtime responses, before refunds; excluding batches',
  registers: [registry],
  collect: takeOver,
});
const tokens = new Counter({
  name: 'tollgate_tokens_total',
  help: 'Tokens of charged calls: `input` and `output`',
  labelNames: ['direction'],
  registers: [registry],
  collect: takeOver,
});

/** Records a charge: its quota and its tokens. */
export function recordCharge(quota: number, promptTokens = 0, completionTokens = 0): void {
  quotaSince += quota;
  inputSince += promptTokens;
  outputSince += completionTokens;
}

function takeOver(): void {
  charged.inc(quotaSince);
  tokens.inc({ direction: 'input' }, inputSince);
  tokens.inc({ direction: 'output' }, outputSince);
  quotaSince = inputSince = outputSince = 0;
}
