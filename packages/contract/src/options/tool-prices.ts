import { z } from 'zod';

const name = z.string().trim().min(1).max(200);
const amount = z.number().min(0).max(1e6);
const toolPrice = z.union([
  amount,
  z.strictObject({
    /** USD per use. */
    use: amount.optional(),
    /** USD per call that uses the tool at all. */
    request: amount.optional(),
  }),
]);

/** {"model or prefix*": {"web_search": 0.01, "code_execution": {"request": 0.03}}}: the option ToolPrices. */
export const toolPrices = z.record(name, z.record(name, toolPrice));

/** {"model or prefix*": {"flex": 0.5, "priority": 2}}: the option ServiceTierRatios. */
export const tierRatios = z.record(name, z.record(name, amount));
