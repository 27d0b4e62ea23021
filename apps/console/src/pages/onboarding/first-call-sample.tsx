import { TOKEN_ENABLED } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { CodeSample } from '../../ui/content/code-sample.tsx';
import { useModels } from '../../ui/hooks/use-models.ts';
import { sampleModel } from './sample-model.ts';

/** A first call with the user's newest working key, ready to paste; nothing if there is no such key. */
export function FirstCallSample() {
  const { names, isLoading } = useModels();
  const keys = useEndpoint(calls.listTokens, { query: { p: 1, page_size: 10 } });
  const key = keys.data?.items.find(
    ({ status, key_unreadable: unreadable }) => status === TOKEN_ENABLED && !unreadable,
  );
  if (!key || isLoading) return null;
  return (
    <div className="onboarding-sample">
      <CodeSample model={sampleModel(key, names)} secret={`sk-${key.key}`} />
    </div>
  );
}
