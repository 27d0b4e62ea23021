import {
  type BillableUse,
  furtherImageUses,
  isOfFamily,
  type Translation,
} from '@tollgate/dialects';
import { type Surcharges, THINKING, type ToolFee } from '@tollgate/pricing';
import { OPENAI, type PlannedTool, type SurchargePlan, USUAL_TIERS } from './surcharge-plan.ts';

/** Charges of a call besides its tokens, and what the log keeps of the reported uses. */
export interface SettledSurcharges {
  readonly surcharges: Surcharges | undefined;
  readonly facts: Readonly<Record<string, unknown>>;
}

type SentTranslation = Pick<Translation, 'from' | 'to' | 'warnings' | 'searches'>;

const NO_USE: BillableUse = { tools: {} };
const NO_FEE: ToolFee = { use: 0, request: 0 };

/**
 * Computes the surcharges of a finished call from what its response reports:
 * - A tool is charged by its reported uses, never beyond the limit that was reserved and sent. Uses beyond
 *   it, or of a tool that was not requested, are logged as a claim.
 * - Images that a drawing tool read, and images shown before they were finished, are charged as further uses.
 * - A tool whose uses no response reports is charged once per requested completion; one whose uses are
 *   reported as a rule, once if they are not.
 * - Tools that were not sent because the upstream's dialect does not support them cost nothing.
 * - A tier is charged as the response reports it. If it reports none, or one without a price that is not a
 *   usual one, the requested tier is charged, but without a discount, as nobody knows whether it was granted.
 */
export function settleSurcharges(
  plan: SurchargePlan,
  sent: SentTranslation,
  used: BillableUse = NO_USE,
): SettledSurcharges {
  const tools = new Map<string, number>();
  const claims: Record<string, number> = {};
  let remaining = plan.usesMax;
  const ran = toolsSent(plan, sent);
  const chargedUses = new Map<PlannedTool, number>();
  // The limit applies to the tool, across all reported kinds of it.
  const charge = (tool: PlannedTool, name: string, uses: number): number => {
    const before = chargedUses.get(tool) ?? 0;
    const due = Math.max(0, Math.min(uses, tool.most - before, remaining));
    if (due > 0) tools.set(name, (tools.get(name) ?? 0) + due);
    chargedUses.set(tool, before + due);
    remaining -= due;
    return due;
  };
  for (const [reported, uses] of Object.entries(used.tools)) {
    const tool = plannedFor(plan, ran, reported);
    const due = tool ? charge(tool, priceNameOf(plan, tool, reported), uses) : 0;
    if (due < uses) claims[reported] = uses;
  }
  const drawing = used.drawn && plannedFor(plan, ran, 'image_generation');
  if (drawing && used.drawn) {
    const images = [...tools].filter(([name]) => isOfFamily(name, drawing.family));
    const name = priceNameOf(plan, drawing, 'image_generation');
    charge(drawing, name, furtherImageUses(name, used.drawn, images));
  }
  for (const tool of plan.tools) {
    const unreported = tool.flat === undefined ? tool.least : tool.most;
    const hasRun = ran.includes(tool) || tool.path === 'model';
    if (unreported !== undefined && hasRun && !chargedUses.get(tool))
      charge(tool, tool.tool, unreported);
  }
  const surcharges: Surcharges = {
    tools: Object.fromEntries(
      [...tools].map(([name, uses]) => [
        name,
        { uses, ...(plan.tariff.tools.get(name) ?? NO_FEE) },
      ]),
    ),
    tiers: Object.fromEntries(tiersOf(plan, sent, used)),
    quotaPerUnit: plan.tariff.quotaPerUnit,
  };
  const isPlain = tools.size === 0 && Object.keys(surcharges.tiers).length === 0;
  return {
    surcharges: isPlain ? undefined : surcharges,
    facts: {
      ...(used.tier === undefined ? {} : { service_tier: used.tier }),
      ...(Object.keys(claims).length > 0 ? { tool_claims: claims } : {}),
    },
  };
}

/**
 * Returns the tools that the upstream was asked to run: those of its own dialect, or its own form of search.
 */
function toolsSent(
  { tools }: SurchargePlan,
  { from, to, searches }: SentTranslation,
): readonly PlannedTool[] {
  if (from === to) return tools.filter(({ upstreamFormat }) => upstreamFormat === undefined);
  return searches ? tools.filter(({ upstreamFormat }) => upstreamFormat === to) : [];
}

/**
 * Returns the requested tool that a reported use belongs to: the most expensive if several of a kind were
 * sent.
 */
function plannedFor(
  { tariff }: SurchargePlan,
  tools: readonly PlannedTool[],
  reported: string,
): PlannedTool | undefined {
  const fitting = tools.filter(({ family }) => family === '*' || isOfFamily(reported, family));
  const feeOf = ({ tool }: PlannedTool) => tariff.tools.get(tool)?.use ?? 0;
  return fitting.toSorted((left, right) => feeOf(right) - feeOf(left))[0];
}

/** Returns the name of the price: the kind that the response reports, if the request left it open. */
function priceNameOf(
  { tariff }: SurchargePlan,
  { tool, isExact }: PlannedTool,
  reported: string,
): string {
  return !isExact && (tool === '*' || tariff.tools.has(reported)) ? reported : tool;
}

function tiersOf(
  plan: SurchargePlan,
  sent: SentTranslation,
  used: BillableUse,
): [string, number][] {
  const { requested, tariff, tierMax } = plan;
  const ratioOf = (name: string) => tariff.tiers.get(name) ?? 1;
  const keepsTier =
    sent.from === sent.to ||
    (OPENAI.has(sent.from) &&
      OPENAI.has(sent.to) &&
      sent.warnings.every(({ feature }) => feature !== 'service_tier'));
  const modes: [string, number][] = [];
  const reported = used.tier && pricedTier(plan, sent, used.tier);
  if (reported !== undefined) modes.push([reported, Math.min(ratioOf(reported), tierMax)]);
  else if (requested.tier !== undefined && requested.tier !== 'auto' && keepsTier)
    modes.push([requested.tier, Math.max(1, ratioOf(requested.tier))]);
  for (const [mode, name] of [
    [used.speed, requested.speed],
    [used.place, requested.place],
  ])
    if (name !== undefined && sent.from === sent.to && (mode ?? name) === name)
      modes.push([name, ratioOf(name)]);
  return modes.filter(([, ratio]) => ratio !== 1);
}

/**
 * OpenAI's names of one tier, of which a response may report another than was requested. Source: OpenAI "Fast
 * mode", November 2026.
 */
const SAME_TIER: Readonly<Record<string, string>> = { fast: 'priority', priority: 'fast' };

/**
 * Returns the tier whose price a reported one has; undefined if nothing is known of it, so that the requested
 * one counts.
 */
function pricedTier(
  { tariff: { tiers } }: SurchargePlan,
  { to }: SentTranslation,
  reported: string,
): string | undefined {
  if (reported === THINKING) return undefined;
  if (tiers.has(reported) || USUAL_TIERS.has(reported)) return reported;
  const same = OPENAI.has(to) ? SAME_TIER[reported] : undefined;
  return same !== undefined && tiers.has(same) ? same : undefined;
}
