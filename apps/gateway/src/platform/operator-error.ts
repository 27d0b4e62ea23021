import { type Texts, texts } from '@tollgate/i18n';
import { pickText, type TextPath } from './pick-text.ts';

export type OperatorText = TextPath<Texts['operator']>;
type Params = Readonly<Record<string, string | number>>;

/** Returns a text of the area `operator`, for whoever starts the gateway or runs a command. */
export function operatorText(
  language: keyof typeof texts,
  path: OperatorText,
  params: Params = {},
): string {
  return pickText(texts[language].operator, path, params);
}

/** The reason why a start or a command cannot continue, and what to do. `message` is English, for the log. */
export class OperatorError extends Error {
  readonly text: OperatorText;
  readonly params: Params;

  constructor(text: OperatorText, params: Params = {}, options?: ErrorOptions) {
    super(operatorText('en', text, params), options);
    this.name = 'OperatorError';
    this.text = text;
    this.params = params;
  }
}
