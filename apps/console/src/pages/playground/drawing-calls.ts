import { callPlayground } from './call-playground.ts';

/** The model of each action, which determines its price. */
export const DRAWING_MODELS = {
  IMAGINE: 'mj_imagine',
  UPSCALE: 'mj_upscale',
  VARIATION: 'mj_variation',
  REROLL: 'mj_reroll',
} as const;

/** An image task, or one based on the image of another. */
export type ImageTaskRequest =
  | { action: 'IMAGINE'; prompt: string }
  | { action: 'UPSCALE' | 'VARIATION'; taskId: string; index: number }
  | { action: 'REROLL'; taskId: string };

/** Submits an image task; the image log tracks its progress. Throws PlaygroundError. */
export async function submitImageTask(request: ImageTaskRequest, group: string): Promise<void> {
  const { action, ...rest } = request;
  const path = action === 'IMAGINE' ? '/mj/submit/imagine' : '/mj/submit/change';
  const body = action === 'IMAGINE' ? rest : { action, ...rest };
  await callPlayground(path, body, { signal: new AbortController().signal, group });
}
