import type { Dialect } from '../ir/dialect.ts';
import { encodeText } from '../json/encode-text.ts';

/** A model as shown in lists. */
export interface ListedModel {
  readonly id: string;
  readonly ownedBy: string;
  /** Unix time, in seconds. */
  readonly created: number;
}

/** Renders a list of models in the caller's dialect, complete on one page. */
export function renderModelList(dialect: Dialect, models: readonly ListedModel[]): Uint8Array {
  return encodeText(JSON.stringify(listOf(dialect, models)));
}

/** Renders one model in the caller's dialect. */
export function renderModel(dialect: Dialect, model: ListedModel): Uint8Array {
  return encodeText(JSON.stringify(modelOf(dialect, model)));
}

function listOf(dialect: Dialect, models: readonly ListedModel[]): object {
  const data = models.map((model) => modelOf(dialect, model));
  switch (dialect) {
    case 'openai-chat':
    case 'openai-responses':
      // Clients of this gateway family check `success`.
      return { object: 'list', success: true, data };
    case 'anthropic-messages':
      return {
        data,
        has_more: false,
        first_id: models[0]?.id ?? null,
        last_id: models.at(-1)?.id ?? null,
      };
    case 'gemini-generate':
      return { models: data };
  }
}

function modelOf(dialect: Dialect, { id, ownedBy, created }: ListedModel): object {
  switch (dialect) {
    case 'openai-chat':
    case 'openai-responses':
      return { id, object: 'model', created, owned_by: ownedBy };
    case 'anthropic-messages':
      return {
        type: 'model',
        id,
        display_name: id,
        created_at: new Date(created * 1000).toISOString(),
      };
    case 'gemini-generate':
      return {
        name: `models/${id}`,
        version: '001',
        displayName: id,
        supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
      };
  }
}
