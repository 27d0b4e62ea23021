import { useMemo } from 'react';
import { useSiteAddress } from '../../status.ts';
import { useModels } from '../../ui/hooks/use-models.ts';
import { useLocalStorage } from '../../ui/hooks/use-local-storage.ts';
import { useOwnKeys } from '../../ui/content/own-key-select.tsx';
import { modelsOfKinds } from './models-of-kinds.ts';

/** The default model. */
const USUAL_MODEL = 'gpt-5-mini';

/** Returns the values for the samples. The model is remembered, a key is not. */
export function useChoices() {
  const site = useSiteAddress();
  const { names: models } = useModels();
  const ownKeys = useOwnKeys();
  const [storedModel, chooseModel] = useLocalStorage('docs_model', '');
  return {
    site,
    model: storedModel || (models[0] ?? USUAL_MODEL),
    models,
    /** A model of each kind, preferably the site's, for samples that the selected model can't serve. */
    ofKinds: useMemo(() => modelsOfKinds(models), [models]),
    chooseModel,
    ownKeys,
    keyInCode: ownKeys.keyInCode,
  };
}
