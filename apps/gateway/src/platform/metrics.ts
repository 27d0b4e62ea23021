import { collectDefaultMetrics, Registry } from 'prom-client';

/** All metrics of this process. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });
