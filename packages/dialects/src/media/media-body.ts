import { applyEdits, replaceMember } from '../json/splice-members.ts';
import type { ClientCall } from '../translate/client-call.ts';
import type { MediaRequest } from './media-request.ts';

/**
 * The body to send upstream: the client's own bytes, with only the model's name changed where it
 * is mapped, or put in where the client named none: what is served is what was priced.
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
