import { useState } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useStoredUser } from '../../session/session.ts';
import { useSiteAddress } from '../../status.ts';
import { useModels } from '../../ui/hooks/use-models.ts';
import { useLocalStorage } from '../../ui/hooks/use-local-storage.ts';
import { SECRET_PLACEHOLDER } from '../../ui/format/mask-secret.ts';

/** Where nothing else is known. */
const USUAL_MODEL = 'gpt-5-mini';
const KEYS_SHOWN = 100;

/** What the samples are filled in with. The model is remembered, a key is not. */
export function useChoices() {
  const site = useSiteAddress();
  const user = useStoredUser();
  const { names: models } = useModels();
  const list = useEndpoint(
    calls.listTokens,
    { query: { p: 1, page_size: KEYS_SHOWN } },
    { enabled: user !== undefined },
  );
  const [keyId, chooseKey] = useState(0);
  const [kept, chooseModel] = useLocalStorage('docs_model', '');
  const keys = (list.data?.items ?? []).filter(({ key_unreadable: unreadable }) => !unreadable);
  const key = keys.find(({ id }) => id === keyId);
  const secret = key ? `sk-${key.key}` : undefined;
  return {
    site,
    model: kept || (models[0] ?? USUAL_MODEL),
    models,
    chooseModel,
    keys,
    keyId,
    chooseKey,
    keyInCode: secret === undefined ? { masked: SECRET_PLACEHOLDER } : { secret },
  };
}
