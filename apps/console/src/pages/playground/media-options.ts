export type MediaKind = 'pictures' | 'speech' | 'transcription';

/** An option in addition to the prompt: a member of the request, its values and its default. */
export interface MediaOption {
  name: string;
  values: readonly string[];
  /** Without it, nothing is sent and the model's own default applies. */
  first?: string;
  /** Sent as a number. */
  isNumber?: boolean;
}

export const MEDIA_OPTIONS: Record<MediaKind, readonly MediaOption[]> = {
  pictures: [
    { name: 'size', values: ['1024x1024', '1536x1024', '1024x1536'], first: '1024x1024' },
    { name: 'n', values: ['1', '2', '3', '4'], first: '1', isNumber: true },
    { name: 'quality', values: ['low', 'medium', 'high'] },
    { name: 'output_format', values: ['png', 'jpeg', 'webp'] },
  ],
  speech: [
    {
      name: 'voice',
      values: ['alloy', 'ash', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer'],
      first: 'alloy',
    },
    { name: 'response_format', values: ['mp3', 'wav', 'opus', 'aac', 'flac'] },
    { name: 'speed', values: ['0.75', '1', '1.25', '1.5'], isNumber: true },
  ],
  transcription: [],
};

export type MediaChoices = Readonly<Record<string, string>>;

/** Returns the default options. */
export function firstChoices(kind: MediaKind): MediaChoices {
  return Object.fromEntries(
    MEDIA_OPTIONS[kind].flatMap(({ name, first }) => (first === undefined ? [] : [[name, first]])),
  );
}

/** Returns the selected members of a request, without those left to the model. */
export function chosenFields(
  kind: MediaKind,
  choices: MediaChoices,
): Record<string, string | number> {
  return Object.fromEntries(
    MEDIA_OPTIONS[kind].flatMap(({ name, isNumber = false }) => {
      const value = choices[name] ?? '';
      return value === '' ? [] : [[name, isNumber ? Number(value) : value]];
    }),
  );
}
