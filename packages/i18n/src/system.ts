import en from './en/system.json' with { type: 'json' };
import zh from './zh/system.json' with { type: 'json' };

/** The texts of the system page. */
export const systemTexts = { zh: { system: zh }, en: { system: en } };
