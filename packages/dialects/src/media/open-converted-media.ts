import type { AuxiliaryFormat } from '../ir/dialect.ts';
import type { Translation, TranslationOptions } from '../translate/translation.ts';
import { NO_OUTPUT } from '../limits/sent-limits.ts';
import { overrideBody } from '../translate/override-body.ts';
import { wholeResponseOnly } from '../translate/whole-response-only.ts';

/** The parts that depend on the provider's format. */
type ConvertedMedia = Pick<Translation, 'body' | 'readResponse'> &
  Partial<Pick<Translation, 'contentType' | 'responseType' | 'warnings'>>;

/** Opens an image or audio call in a provider's own format, with a non-streamed response. */
export function openConvertedMedia(
  { call, overrides }: TranslationOptions,
  to: AuxiliaryFormat,
  { body, readResponse, ...rest }: ConvertedMedia,
): Translation {
  call.forgetBody();
  const { members } = overrides ?? {};
  return {
    ...wholeResponseOnly(readResponse),
    from: call.dialect,
    to,
    passesThrough: false,
    body: members ? overrideBody(body, to, { members }) : body,
    sentLimits: NO_OUTPUT,
    warnings: [],
    ...rest,
  };
}
