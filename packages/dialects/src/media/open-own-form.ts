import type { AuxiliaryFormat } from '../ir/dialect.ts';
import type { Translation, TranslationOptions } from '../translate/translation.ts';
import { NO_OUTPUT } from '../limits/sent-limits.ts';
import { overrideBody } from '../translate/override-body.ts';
import { wholeAnswerOnly } from '../translate/whole-answer-only.ts';

/** What differs between the forms of providers. */
type OwnForm = Pick<Translation, 'body' | 'readAnswer'> &
  Partial<Pick<Translation, 'contentType' | 'answerType' | 'warnings'>>;

/** A call with images or sound on its way in a form of the provider's own, answered whole. */
export function openOwnForm(
  { call, overrides }: TranslationOptions,
  to: AuxiliaryFormat,
  { body, readAnswer, ...rest }: OwnForm,
): Translation {
  call.forgetBody();
  const { members } = overrides ?? {};
  return {
    ...wholeAnswerOnly(readAnswer),
    from: call.dialect,
    to,
    passesThrough: false,
    body: members ? overrideBody(body, to, { members }) : body,
    sentLimits: NO_OUTPUT,
    warnings: [],
    ...rest,
  };
}
