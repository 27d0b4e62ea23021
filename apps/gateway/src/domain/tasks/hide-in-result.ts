import type { RuntimeChannel } from '../channels/channel-catalog.ts';
import { hideKeyInData } from '../channels/hide-key.ts';

/**
 * Removes a channel's credentials from a task's result. An image whose URL contains one is served from here
 * (`taskImageUrl`), so that URL is kept, as `sourceUrl`, which nobody is shown.
 */
export function hideInResult(
  data: Record<string, unknown>,
  channel: RuntimeChannel,
): Record<string, unknown> {
  const hidden = hideKeyInData(data, channel);
  const { imageUrl } = data;
  const sourceUrl = imageUrl === hidden['imageUrl'] ? undefined : imageUrl;
  return { ...hidden, sourceUrl };
}
