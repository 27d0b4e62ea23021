import type { ModelStatus, ServiceStatus } from '@tollgate/contract';
import { useMemo } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useStatus } from '../../status.ts';

/** Returns the availability of models, by name; empty if the site does not publish or know it yet. */
export function useModelStatus(): {
  service: ServiceStatus | undefined;
  statusOf: (model: string) => ModelStatus | undefined;
} {
  const isOn = useStatus().data?.service_status === true;
  const { data } = useEndpoint(calls.getServiceStatus, {}, { enabled: isOn });
  return useMemo(() => {
    const byName = new Map(data?.models.map((model) => [model.model_name, model]));
    return { service: data ?? undefined, statusOf: (model) => byName.get(model) };
  }, [data]);
}
