import { type Dialect, type ListedModel, renderModel, renderModelList } from '@tollgate/dialects';
import type { ChannelCatalog } from '../../domain/channels/channel-catalog.ts';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import { AppError } from '../../platform/app-error.ts';
import { groupsOf, mayCall } from '../request/admit.ts';

const CREATED = 1_626_777_600;

function describeModel(id: string): ListedModel {
  return { id, ownedBy: 'tollgate', created: CREATED };
}

/** Returns the models that a key can call: served to its groups by an enabled channel, within its limits. */
function modelsFor(catalog: ChannelCatalog, holder: ApiKeyHolder): string[] {
  return modelsOf(catalog, holder).filter((model) => mayCall(holder, model));
}

const modelsOf = (catalog: ChannelCatalog, holder: ApiKeyHolder) =>
  catalog.modelsOf(groupsOf(holder));

/** The caller that lists models, and the dialect of the response. */
export interface ModelReader {
  catalog: ChannelCatalog;
  holder: ApiKeyHolder;
  dialect: Dialect;
}

/** Lists the models that a key can call. */
export function listModels({ catalog, holder, dialect }: ModelReader): Uint8Array {
  return renderModelList(dialect, modelsFor(catalog, holder).map(describeModel));
}

/** Returns one of them. Throws AppError relay_model_not_found. */
export function getModel({ catalog, holder, dialect }: ModelReader, id: string): Uint8Array {
  const served = catalog.servedName(groupsOf(holder), id);
  if (!mayCall(holder, id) || !modelsOf(catalog, holder).includes(served))
    throw new AppError('relay_model_not_found', { model: id });
  return renderModel(dialect, describeModel(id));
}
