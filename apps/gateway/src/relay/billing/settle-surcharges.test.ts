import { readCall } from '@tollgate/dialects';
import type { Price } from '@tollgate/pricing';
import { expect, test } from 'vitest';
import { plainPrice } from '../../../test-support/plain-price.ts';
import { settleSurcharges } from './settle-surcharges.ts';
import { planSurcharges } from './surcharge-plan.ts';

const KINDS = ['image_generation', 'image_generation_low', 'image_generation_high'];
const price: Price = {
  ...plainPrice,
  tariff: {
    tools: new Map(KINDS.map((tool) => [tool, { use: 0.01, request: 0 }])),
    tiers: new Map(),
    quotaPerUnit: 500_000,
  },
};

function planCall(mayRunTools: boolean) {
  const tools = [{ type: 'image_generation' }];
  const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }], tools };
  const bytes = Buffer.from(JSON.stringify(body));
  const read = readCall({ dialect: 'openai-chat', bytes });
  if (!read.ok) throw new Error(read.fault.message);
  const plan = planSurcharges(price, read.call, { usesMax: 8, mayRunTools: () => mayRunTools });
  if (!plan) throw new Error('nothing is planned');
  return plan;
}

test('a tool that no channel of the call receives requires no balance', () => {
  expect(Object.keys(planCall(true).worst.tools)).toHaveLength(1);
  expect(planCall(false)).toMatchObject({ tools: [], worst: { tools: {} }, promptTokens: 0 });
});

test('a tool has one limit across all kinds of it that a response reports', () => {
  const plan = planCall(true);
  const sent = { from: 'openai-chat', to: 'openai-chat', warnings: [] } as const;
  const reported = { tools: Object.fromEntries(KINDS.map((tool) => [tool, 5])) };
  const { surcharges, facts } = settleSurcharges(plan, sent, reported);
  const uses = Object.values(surcharges?.tools ?? {}).map((tool) => tool.uses);
  expect(uses.reduce((sum, each) => sum + each, 0)).toBe(1);
  expect(facts['tool_claims']).toEqual(reported.tools);
});

test.each([
  ['low', 408],
  ['high', 6240],
])(
  'an image of %s quality that is drawn from others costs those too, as reserved',
  (quality, paid) => {
    const image = { type: 'input_image', image_url: 'https://x.example/a.png' };
    const tool = `image_generation_${quality}`;
    const body = {
      model: 'm',
      input: [{ role: 'user', content: Array.from({ length: 15 }, () => image) }],
      tools: [{ type: 'image_generation', quality }],
      max_tool_calls: 1,
    };
    const read = readCall({
      dialect: 'openai-responses',
      bytes: Buffer.from(JSON.stringify(body)),
    });
    if (!read.ok) throw new Error(read.fault.message);
    const plan = planSurcharges(price, read.call, { usesMax: 8, mayRunTools: () => true });
    if (!plan) throw new Error('nothing is planned');
    const sent = { from: 'openai-responses', to: 'openai-responses', warnings: [] } as const;
    const charged = (images: number) => {
      const drawn = { output: paid, images, texts: 100 };
      const { surcharges } = settleSurcharges(plan, sent, { tools: { [tool]: 1 }, drawn });
      return surcharges?.tools[tool]?.uses;
    };
    expect(charged(0)).toBe(1);
    expect(charged(15 * 6000)).toBe(1 + Math.round((15 * 6000) / 4 / paid));
    expect(charged(1e9)).toBe(Object.values(plan.worst.tools)[0]?.uses);
  },
);

test.each([
  ['priority', 'priority', 2.5],
  ['priority', 'fast', 2.5],
  ['fast', 'priority', 2],
  ['priority', 'turbo', 2.5],
  ['priority', 'default', 1],
  ['priority', 'standard', 1],
  ['priority', 'flex', 0.5],
  ['flex', 'turbo', 1],
  ['auto', 'fast', 2.5],
  ['auto', 'fast', 2, { fast: 2 }],
  ['auto', 'priority', 2, { fast: 2 }],
  ['auto', 'thinking', 1, { thinking: 3 }],
  [undefined, 'fast', 1],
])('a call with tier %s whose response reports %s costs %d times its tokens', (...row) => {
  const [tier, reported, ratio, own = { priority: 2.5, flex: 0.5 }] = row;
  const tiers = tier === 'fast' ? { fast: 2 } : own;
  const tariff = { tools: new Map(), tiers: new Map(Object.entries(tiers)), quotaPerUnit: 1 };
  const body = { model: 'm', input: 'hi', ...(tier === undefined ? {} : { service_tier: tier }) };
  const read = readCall({
    dialect: 'openai-responses',
    bytes: Buffer.from(JSON.stringify(body)),
  });
  if (!read.ok) throw new Error(read.fault.message);
  const priced = { ...plainPrice, tariff };
  const plan = planSurcharges(priced, read.call, { usesMax: 8, mayRunTools: () => true });
  const sent = { from: 'openai-responses', to: 'openai-responses', warnings: [] } as const;
  const settled = plan && settleSurcharges(plan, sent, { tools: {}, tier: reported });
  const [charged = 1] = Object.values(settled?.surcharges?.tiers ?? {});
  expect(charged).toBe(ratio);
});
