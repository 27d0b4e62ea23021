import { generateKeyPairSync } from 'node:crypto';
import { startBaiduSimulator } from '../baidu/baidu-simulator.ts';
import { startBedrockSimulator } from '../bedrock/bedrock-simulator.ts';
import type { Call } from '../endpoint.ts';
import { startHunyuanSimulator } from '../hunyuan/hunyuan-simulator.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import { startVertexSimulator } from '../vertex/vertex-simulator.ts';
import { startZhipuSimulator } from '../zhipu/zhipu-simulator.ts';
import type { Exchange } from './exchange.ts';
import { providerWire } from './provider-wire.ts';
import { replay } from './replay.ts';

/** A vendor and credentials for a channel: valid ones and invalid ones. */
export interface ProviderSimulator {
  readonly simulator: Simulator;
  readonly key: string;
  readonly wrongKey: string;
}

interface Started {
  readonly simulator: Simulator;
  readonly key?: string;
  readonly wrongKey?: string;
}

type Start = (exchange: Exchange) => Promise<Started>;

/**
 * Vendors that check a signature or issue tokens have their own simulators, which replay the exchange too.
 */
const SIGNED: Readonly<Record<string, Start>> = {
  'aws-claude/invoke': startBedrock,
  'baidu/token': startBaidu,
  'chatglm/token': startZhipu,
  'hunyuan/signed': startHunyuan,
  'vertex-ai/claude': startVertex,
  'vertex-ai/gemini': startVertex,
};

/** Starts the vendor of an exchange: it authenticates the caller, and responds as the vendor does. */
export async function startProviderSimulator(exchange: Exchange): Promise<ProviderSimulator> {
  const { key, wrong_key: wrong } = exchange.channel;
  const text = typeof key === 'string' ? key : JSON.stringify(key);
  const start = SIGNED[exchange.name];
  const started: Started = start
    ? await start(exchange)
    : { simulator: await startSimulator(providerWire(exchange)) };
  return { key: text, wrongKey: wrong ?? otherEnd(text), ...started };
}

const replayOf = (exchange: Exchange) => ({ replay: (call: Call) => replay(call, exchange) });

/** Returns the key with its last letter changed. */
function otherEnd(key: string): string {
  return key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
}

function partsOf({ channel }: Exchange): [string, string, string] {
  const [first = '', second = '', third = ''] = String(channel.key).split('|');
  return [first, second, third];
}

async function startBedrock(exchange: Exchange): Promise<Started> {
  const [accessKeyId, secretAccessKey, region] = partsOf(exchange);
  const account = { accessKeyId, secretAccessKey, region };
  return { simulator: await startBedrockSimulator({ ...replayOf(exchange), account }) };
}

async function startBaidu(exchange: Exchange): Promise<Started> {
  const [apiKey, secretKey] = partsOf(exchange);
  return { simulator: await startBaiduSimulator({ ...replayOf(exchange), apiKey, secretKey }) };
}

async function startZhipu(exchange: Exchange): Promise<Started> {
  const key = String(exchange.channel.key);
  return { simulator: await startZhipuSimulator({ ...replayOf(exchange), key }) };
}

async function startHunyuan(exchange: Exchange): Promise<Started> {
  const [, secretId, secretKey] = partsOf(exchange);
  const secret = { secretId, secretKey };
  return { simulator: await startHunyuanSimulator({ ...replayOf(exchange), secret }) };
}

/** Starts a Vertex AI upstream with the account of the fixtures and a generated private key. */
async function startVertex(exchange: Exchange): Promise<Started> {
  const file = exchange.channel.key as { project_id: string; client_email: string };
  const account = { ...file, type: 'service_account', private_key_id: 'k1' } as const;
  const simulator = await startVertexSimulator({
    ...replayOf(exchange),
    account: { ...account, private_key: privateKey() },
  });
  const key = JSON.stringify(simulator.account);
  const wrongKey = JSON.stringify({ ...simulator.account, private_key: privateKey() });
  return { simulator, key, wrongKey };
}

function privateKey(): string {
  const { privateKey: made } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return made.export({ type: 'pkcs8', format: 'pem' }).toString();
}
