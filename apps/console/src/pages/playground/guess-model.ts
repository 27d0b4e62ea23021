import { PLAYGROUND_TABS, type PlaygroundTab } from './query.ts';

/** What models of a kind are usually called. */
const USUAL: Record<PlaygroundTab, RegExp> = {
  chat: /^(?!.*(?:image|dall-e|tts|whisper|transcribe|embed|rerank|moderation|realtime|audio|mj_|suno|flux|ocr))/i,
  pictures: /image|dall-e|flux|seedream|cogview|imagen/i,
  speech: /tts|speech/i,
  transcription: /whisper|transcribe|asr/i,
  drawing: /^mj_imagine$/i,
};

/** Where the playground tries a model, by what it is called. */
export function guessTab(model: string): PlaygroundTab {
  const others = PLAYGROUND_TABS.filter((tab) => tab !== 'chat');
  return others.find((tab) => USUAL[tab].test(model)) ?? 'chat';
}

/** The model to begin with: the first one that is called like one of the kind, else the first. */
export function guessModel(names: readonly string[], tab: PlaygroundTab): string {
  return names.find((name) => USUAL[tab].test(name)) ?? names[0] ?? '';
}
