import { applyEdits, replaceMember } from '../json/splice-members.ts';
import type { ClientCall } from '../translate/client-call.ts';
import type { MediaRequest } from './media-request.ts';

/**
 * Returns the body to send upstream: the client's own bytes, with only the model's name replaced if it is
 * mapped, or inserted if the client gave none: the model served is the one that was priced.
 */
export function buildMediaBody(
  call: ClientCall,
  { form }: MediaRequest,
  upstreamModel: string,
): Uint8Array {
  const { bytes } = call.request;
  if (call.body['model'] === upstreamModel) return bytes;
  if (!form) return replaceMember(bytes, 'model', JSON.stringify(upstreamModel));
  if (form.model) return applyEdits(bytes, [{ ...form.model, text: upstreamModel }]);
  const head = 'content-disposition: form-data; name="model"';
  const text = `--${form.boundary}\r\n${head}\r\n\r\n${upstreamModel}\r\n`;
  return applyEdits(bytes, [{ start: form.start, end: form.start, text }]);
}
