import type { ChannelCatalog } from '../domain/channel-catalog.ts';
import type { KeyHolder } from '../domain/key-directory.ts';
import { AppError } from '../platform/app-error.ts';
import { groupsOf } from './admit.ts';

const CREATED = 1_626_777_600;

function describeModel(id: string) {
  return { id, object: 'model', created: CREATED, owned_by: 'tollgate' };
}

/** The models that a key can call: served to its groups by an enabled channel, inside its limits. */
function modelsFor(catalog: ChannelCatalog, holder: KeyHolder): string[] {
  const models = catalog.modelsOf(groupsOf(holder));
  return holder.modelLimits ? models.filter((model) => holder.modelLimits?.has(model)) : models;
}

/** GET /v1/models in the OpenAI dialect. `success` is a member that clients of this family look for. */
export function listModels(catalog: ChannelCatalog, holder: KeyHolder) {
  return { object: 'list', success: true, data: modelsFor(catalog, holder).map(describeModel) };
}

/** GET /v1/models/{id}. Throws AppError relay_model_not_found. */
export function getModel(catalog: ChannelCatalog, holder: KeyHolder, id: string) {
  if (!modelsFor(catalog, holder).includes(id))
    throw new AppError('relay_model_not_found', { model: id });
  return describeModel(id);
}
