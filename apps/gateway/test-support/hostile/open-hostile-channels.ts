import type { TestGateway } from '../test-gateway.ts';
import { UPSTREAM_MODELS, type UpstreamFormat } from './call-plan.ts';
import { BATCH_KEY } from './hostile-batch-upstream.ts';
import { REALTIME_MODEL } from './hostile-session.ts';
import type { HostileService } from './hostile-upstream.ts';
import { MEDIA_MODELS } from './media-plan.ts';

const CHANNEL_TYPES: Readonly<Record<UpstreamFormat, number>> = {
  openai: 1,
  anthropic: 14,
  gemini: 24,
  dify: 37,
};

/** Creates a channel to each upstream, and sets options so that only money limits a caller. */
export async function openHostileChannels(
  gateway: TestGateway,
  urlOf: (service: HostileService | 'batches') => string,
): Promise<void> {
  await gateway.setOptions({
    PreConsumedQuota: '0',
    ChannelCooldownEnabled: 'false',
    BatchesPerUserMax: '100',
  });
  for (const [format, models] of Object.entries(UPSTREAM_MODELS) as [UpstreamFormat, string][])
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await gateway.channel({
      type: CHANNEL_TYPES[format],
      models,
      base_url: urlOf(format),
      ...(format === 'openai' ? { setting: '{"dialect":"openai-chat"}' } : {}),
    });
  await gateway.channel({ models: Object.keys(MEDIA_MODELS).join(','), base_url: urlOf('media') });
  await gateway.channel({ models: REALTIME_MODEL, base_url: urlOf('realtime') });
  await gateway.channel({
    models: 'gpt-4o,text-embedding-3-small',
    key: BATCH_KEY,
    base_url: urlOf('batches'),
  });
  await gateway.channel({
    type: 2,
    models: 'mj_imagine,mj_video,mj_describe,mj_variation',
    base_url: urlOf('tasks'),
  });
  await gateway.channel({ type: 36, models: 'suno_music,suno_lyrics', base_url: urlOf('tasks') });
}
