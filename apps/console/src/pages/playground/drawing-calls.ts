import { callPlayground } from './call-playground.ts';

/** The model of each action: what it is priced by. */
export const DRAWING_MODELS = {
  IMAGINE: 'mj_imagine',
  UPSCALE: 'mj_upscale',
  VARIATION: 'mj_variation',
  REROLL: 'mj_reroll',
} as const;

/** A drawing, or one made from the picture of another. */
export type DrawingWork =
  | { action: 'IMAGINE'; prompt: string }
  | { action: 'UPSCALE' | 'VARIATION'; taskId: string; index: number }
  | { action: 'REROLL'; taskId: string };

/** Submits a drawing; it is followed in the drawing log. Throws PlaygroundError. */
export async function submitDrawing(work: DrawingWork, group: string): Promise<void> {
  const { action, ...rest } = work;
  const path = action === 'IMAGINE' ? '/mj/submit/imagine' : '/mj/submit/change';
  const body = action === 'IMAGINE' ? rest : { action, ...rest };
  await callPlayground(path, body, { signal: new AbortController().signal, group });
}
