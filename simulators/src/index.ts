export {
  type RecordedRequest,
  type Simulator,
  type SimulatorOptions,
  startOpenAiSimulator,
} from './openai-simulator.ts';
export type { Fault, Script } from './script.ts';
