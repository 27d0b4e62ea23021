import { compatibleWire } from './compatible-wire.ts';
import { type Simulator, startSimulator } from './simulator.ts';
import type { SimulatorOptions } from './simulator-options.ts';

export interface CompatibleOptions extends SimulatorOptions {
  /** Rerank responses look like SiliconCloud's instead of Jina's. */
  looksLikeSilicon?: boolean;
}

/**
 * An upstream that speaks OpenAI's dialect under whatever path and with the key in whatever header
 * its vendor has; the tests look at both in what it recorded.
 */
export function startCompatibleSimulator(options: CompatibleOptions = {}): Promise<Simulator> {
  return startSimulator(compatibleWire(options.looksLikeSilicon), options);
}
