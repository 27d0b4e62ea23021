import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import type { JsonObject } from '../json/json-object.ts';

/** Returns whether a signature is known to be unreadable for the upstream. */
export type IsForeignSignature = (signature: string) => boolean;

/** Makes a body of one dialect acceptable; returns the same object if nothing had to change. */
export type CleanBody = (
  body: JsonObject,
  warnings: ConversionWarnings,
  isForeign: IsForeignSignature,
  model: string,
) => JsonObject;
