import type { Domain } from '../../domain/domain.ts';
import type { HedgeMemory } from '../hedging/hedge-plan.ts';
import type { Mirrors } from '../mirrors/mirrors.ts';
import type { RunContext } from '../attempt/run-call.ts';

export interface RuleContext {
  run: RunContext;
  domain: Pick<Domain, 'traffic' | 'catalog' | 'channelHealth' | 'prices'>;
  hedging: HedgeMemory;
  mirrors: Mirrors;
}
