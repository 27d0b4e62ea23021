import en from './en/routing.json' with { type: 'json' };
import zh from './zh/routing.json' with { type: 'json' };

/** The texts of the routing in the log. */
export const routingTexts = { zh: { routing: zh }, en: { routing: en } };
