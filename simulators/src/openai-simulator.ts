import { openAiWire } from './openai-wire.ts';
import { type Simulator, startSimulator } from './simulator.ts';
import type { SimulatorOptions } from './simulator-options.ts';

export type { Simulator } from './simulator.ts';
export type { SimulatorOptions } from './simulator-options.ts';

/** An upstream in the OpenAI dialects: chat completions, responses and the calls beside them. */
export function startOpenAiSimulator(options?: SimulatorOptions): Promise<Simulator> {
  return startSimulator(openAiWire, options);
}
