import { compatibleWire } from './compatible-wire.ts';
import { type Simulator, startSimulator } from './simulator.ts';
import type { SimulatorOptions } from './simulator-options.ts';

export interface CompatibleOptions extends SimulatorOptions {
  /** Rerank responses have SiliconCloud's format instead of Jina's. */
  looksLikeSilicon?: boolean;
}

/**
 * Starts an upstream that speaks OpenAI's dialect under any path and with the key in any header, as its
 * vendor has them; tests check both in the recorded requests.
 */
export function startCompatibleSimulator(options: CompatibleOptions = {}): Promise<Simulator> {
  return startSimulator(compatibleWire(options.looksLikeSilicon), options);
}
