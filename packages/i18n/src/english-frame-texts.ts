import type { frameTexts } from './frame-texts.ts';
import shell from './en/shell.json' with { type: 'json' };
import ui from './en/ui.json' with { type: 'json' };

/** The English texts that every page of the console needs. */
export const englishFrameTexts: typeof frameTexts = { shell, ui };
