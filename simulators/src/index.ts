export { startAnthropicSimulator } from './anthropic/anthropic-simulator.ts';
export { createManualClock, type ManualClock, type SimulatorClock } from './clock.ts';
export { startGeminiSimulator } from './gemini/gemini-simulator.ts';
export { startOpenAiSimulator } from './openai-simulator.ts';
export type { RecordedRequest, SimulatorStats } from './recorder.ts';
export { findRefusedAddress } from './refused-address.ts';
export { failFirst, type Scenario, type ScriptFunction } from './scenario.ts';
export { type Fault, FAULTS, type Script, TOKENS_PER_IMAGE } from './script.ts';
export type { Simulator, SimulatorOptions } from './simulator.ts';
