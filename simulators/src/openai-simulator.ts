import { openAiWire } from './openai-wire.ts';
import { type Simulator, startSimulator } from './simulator.ts';
import type { SimulatorOptions } from './simulator-options.ts';

export type { Simulator } from './simulator.ts';
export type { SimulatorOptions } from './simulator-options.ts';

/** Starts an upstream in OpenAI's dialects: chat completions, responses and the related calls. */
export function startOpenAiSimulator(options?: SimulatorOptions): Promise<Simulator> {
  return startSimulator(openAiWire, options);
}
