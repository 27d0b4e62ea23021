import { startBedrockSimulator } from './bedrock/bedrock-simulator.ts';
import { startAnthropicSimulator } from './anthropic/anthropic-simulator.ts';
import { startCohereSimulator } from './cohere/cohere-simulator.ts';
import { startDifySimulator } from './dify/dify-simulator.ts';
import { startGeminiSimulator } from './gemini/gemini-simulator.ts';
import { startJinaSimulator } from './jina/jina-simulator.ts';
import { startOllamaSimulator } from './ollama/ollama-simulator.ts';
import { startOpenAiSimulator } from './openai-simulator.ts';
import { startHunyuanSimulator } from './hunyuan/hunyuan-simulator.ts';
import type { Simulator } from './simulator.ts';
import type { SimulatorOptions } from './simulator-options.ts';
import { startVertexSimulator } from './vertex/vertex-simulator.ts';
import { startZhipuSimulator } from './zhipu/zhipu-simulator.ts';

/** Keys of the vendors that check them. */
export const VENDOR_KEYS = {
  bedrock: 'AKIDSIMULATED|simulated-secret|us-east-1',
  vertex: 'AQ.simulated',
  hunyuan: '125|simulated-id|simulated-secret',
  zhipu: '0123456789abcdef0123456789abcdef.SimulatedSecret1',
} as const;

function startBedrock(options: SimulatorOptions): Promise<Simulator> {
  const [accessKeyId, secretAccessKey, region] = VENDOR_KEYS.bedrock.split('|') as [
    string,
    string,
    string,
  ];
  return startBedrockSimulator({ ...options, account: { accessKeyId, secretAccessKey, region } });
}

function startVertex(options: SimulatorOptions): Promise<Simulator> {
  const account = { ...NOBODY, private_key: '', private_key_id: '' };
  return startVertexSimulator({ ...options, account, expressKey: VENDOR_KEYS.vertex });
}

/** Express-mode keys need no account. */
const NOBODY = { type: 'service_account', project_id: 'simulated', client_email: '' } as const;

function startHunyuan(options: SimulatorOptions): Promise<Simulator> {
  const [, secretId = '', secretKey = ''] = VENDOR_KEYS.hunyuan.split('|');
  return startHunyuanSimulator({ ...options, secret: { secretId, secretKey } });
}

/** The vendors that `npm run dev` simulates, on consecutive ports in this order. */
const STARTS = {
  openai: startOpenAiSimulator,
  anthropic: startAnthropicSimulator,
  gemini: startGeminiSimulator,
  cohere: startCohereSimulator,
  jina: startJinaSimulator,
  ollama: startOllamaSimulator,
  dify: startDifySimulator,
  bedrock: startBedrock,
  vertex: startVertex,
  hunyuan: startHunyuan,
  zhipu: (options: SimulatorOptions) => startZhipuSimulator({ ...options, key: VENDOR_KEYS.zhipu }),
} as const;

export type Vendor = keyof typeof STARTS;
export const VENDORS = Object.keys(STARTS) as Vendor[];

/** Returns the port of a vendor if the first one has `firstPort`. */
export function vendorPort(vendor: Vendor, firstPort: number): number {
  return firstPort + VENDORS.indexOf(vendor);
}

/** Starts all vendors on consecutive ports. */
export function startVendorSimulators(firstPort: number): Promise<Simulator[]> {
  return Promise.all(
    VENDORS.map((vendor) => STARTS[vendor]({ port: vendorPort(vendor, firstPort) })),
  );
}
