import { seedModelRatio } from '@tollgate/pricing';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type LoggedCall, type RelayScene, startRelayScene } from './relay-scene.ts';

const MODELS =
  'dall-e-2,dall-e-3,gpt-image-1,tts-1,gpt-4o-mini-tts,whisper-1,gpt-4o-transcribe,mapped';

/** A relay scene with a channel for images and audio, on which `mapped` is mapped to another model. */
export interface MediaScene extends RelayScene {
  client: OpenAI;
  models: string;
  setOptions(options: Record<string, string>): Promise<void>;
  /** Returns the newest row of the log. */
  lastCall(): Promise<LoggedCall>;
  /** Makes a call with a body as given. */
  post(path: string, body: BodyInit, contentType?: string): Promise<MediaResponse>;
}

export interface MediaResponse {
  status: number;
  error: { message: string } | undefined;
}

async function startMediaScene(): Promise<MediaScene> {
  const scene = await startRelayScene();
  const { gateway, secret } = scene;
  await scene.channel('sk-one', {
    models: MODELS,
    model_mapping: JSON.stringify({ mapped: 'whisper-1-large' }),
  });
  await gateway.setOption('ModelRatio', JSON.stringify({ ...seedModelRatio(), mapped: 3 }));
  return {
    ...scene,
    models: MODELS,
    client: new OpenAI({
      baseURL: `${gateway.url}/v1`,
      apiKey: secret,
      maxRetries: 0,
      defaultHeaders: { 'accept-language': 'en' },
    }),
    async setOptions(options) {
      for (const [key, value] of Object.entries(options)) await gateway.setOption(key, value);
    },
    async lastCall() {
      const [last] = await scene.logs();
      if (!last) throw new Error('the log is empty');
      return last;
    },
    async post(path, body, contentType) {
      const response = await fetch(`${gateway.url}/v1/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secret}`,
          'accept-language': 'en',
          ...(contentType ? { 'content-type': contentType } : {}),
        },
        body,
      });
      const { error } = (await response.json()) as { error?: { message: string } };
      return { status: response.status, error };
    },
  };
}

/** Sets up a scene for all tests of a file; faults and requests are cleared between tests. */
export function setUpMediaScene(): { readonly scene: MediaScene } {
  let scene: MediaScene | undefined;
  beforeAll(async () => {
    scene = await startMediaScene();
  });
  afterAll(() => scene?.close());
  beforeEach(() => {
    scene?.faults.clear();
    scene?.simulator.requests.splice(0);
  });
  return {
    get scene() {
      if (!scene) throw new Error('the scene has not begun');
      return scene;
    },
  };
}

/** Encodes instructions for the simulator as a prompt. */
export const scriptPrompt = (sim: Record<string, unknown>) => JSON.stringify({ sim });

/** Creates a WAV file of 16,000 samples per second, mono, 16 bits: two seconds. */
export function recording(): Buffer {
  const samples = Buffer.alloc(64_000, 1);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(16_000, 24);
  header.writeUInt32LE(32_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
