import type { PlaygroundTab } from './query.ts';

/** Name patterns of each kind of model. */
const USUAL: Record<PlaygroundTab, RegExp> = {
  chat: /^(?!.*(?:image|dall-e|tts|whisper|transcribe|embed|rerank|moderation|realtime|audio|mj_|suno|flux|ocr))/i,
  pictures: /image|dall-e|flux|seedream|cogview|imagen/i,
  speech: /tts|speech/i,
  transcription: /whisper|transcribe|asr/i,
  drawing: /^mj_imagine$/i,
};

/** Returns the playground tab for a model, judged by its name. */
export function guessTab(model: string): PlaygroundTab {
  const tabs = Object.keys(USUAL) as PlaygroundTab[];
  return tabs.find((tab) => tab !== 'chat' && USUAL[tab].test(model)) ?? 'chat';
}

/**
 * Returns the initial model: the first one whose name fits the tab. For a chat any other is better than none;
 * elsewhere it would only refuse, so '' lets the user choose.
 */
export function guessModel(names: readonly string[], tab: PlaygroundTab): string {
  const fitting = names.find((name) => USUAL[tab].test(name));
  return fitting ?? (tab === 'chat' ? names[0] : undefined) ?? '';
}
