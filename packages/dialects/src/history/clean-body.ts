import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import type { JsonObject } from '../json/json-object.ts';

/** Whether a signature is known to be unreadable for the upstream. */
export type IsForeignSignature = (signature: string) => boolean;

/** Makes a body of one dialect acceptable; the same object where nothing had to change. */
export type CleanBody = (
  body: JsonObject,
  warnings: ConversionWarnings,
  isForeign: IsForeignSignature,
  model: string,
) => JsonObject;
