import { startAnthropicSimulator } from './anthropic/anthropic-simulator.ts';
import { startCohereSimulator } from './cohere/cohere-simulator.ts';
import { startDifySimulator } from './dify/dify-simulator.ts';
import { startGeminiSimulator } from './gemini/gemini-simulator.ts';
import { startJinaSimulator } from './jina/jina-simulator.ts';
import { startOllamaSimulator } from './ollama/ollama-simulator.ts';
import { startOpenAiSimulator } from './openai-simulator.ts';
import type { Simulator } from './simulator.ts';

/** The vendors that `npm run dev` simulates, on ports that follow each other in this order. */
const STARTS = {
  openai: startOpenAiSimulator,
  anthropic: startAnthropicSimulator,
  gemini: startGeminiSimulator,
  cohere: startCohereSimulator,
  jina: startJinaSimulator,
  ollama: startOllamaSimulator,
  dify: startDifySimulator,
} as const;

export type Vendor = keyof typeof STARTS;
export const VENDORS = Object.keys(STARTS) as Vendor[];

/** The port of a vendor where the first one has `firstPort`. */
export function vendorPort(vendor: Vendor, firstPort: number): number {
  return firstPort + VENDORS.indexOf(vendor);
}

/** Starts all of them. */
export function startVendorSimulators(firstPort: number): Promise<Simulator[]> {
  return Promise.all(
    VENDORS.map((vendor) => STARTS[vendor]({ port: vendorPort(vendor, firstPort) })),
  );
}
