import { openAiWire } from './openai-wire.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts';

export type { Simulator, SimulatorOptions } from './simulator.ts';

/** An upstream in the OpenAI dialects: chat completions, responses and the calls beside them. */
export function startOpenAiSimulator(options?: SimulatorOptions): Promise<Simulator> {
  return startSimulator(openAiWire, options);
}
