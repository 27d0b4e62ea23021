import shell from './zh/shell.json' with { type: 'json' };
import ui from './zh/ui.json' with { type: 'json' };

/** The Chinese texts that every page of the console needs. */
export const frameTexts = { shell, ui };
