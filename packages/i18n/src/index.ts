import enErrors from './en/errors.json' with { type: 'json' };
import zhErrors from './zh/errors.json' with { type: 'json' };

/** Texts of one language, by area. Chinese is the source: its keys are the ones there are. */
export interface Texts {
  errors: typeof zhErrors;
}

export const texts: { readonly zh: Texts; readonly en: Texts } = {
  zh: { errors: zhErrors },
  en: { errors: enErrors },
};
