import { TOKEN_ENABLED } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { CodeSample } from '../../ui/content/code-sample.tsx';
import { useModels } from '../../ui/hooks/use-models.ts';
import { guessModel } from '../playground/guess-model.ts';

/** The default model. */
const USUAL_MODEL = 'gpt-5-mini';

/** A first call with the user's newest working key, ready to paste; nothing if there is no such key. */
export function FirstCallSample() {
  const { names, isLoading } = useModels();
  const keys = useEndpoint(calls.listTokens, { query: { p: 1, page_size: 10 } });
  const key = keys.data?.items.find(
    ({ status, key_unreadable: unreadable }) => status === TOKEN_ENABLED && !unreadable,
  );
  if (!key || isLoading) return null;
  const allowed = key.model_limits_enabled ? key.model_limits.split(',') : names;
  return (
    <div className="onboarding-sample">
      <CodeSample model={guessModel(allowed, 'chat') || USUAL_MODEL} secret={`sk-${key.key}`} />
    </div>
  );
}
