import { endpoints } from '@tollgate/contract';
import { reconcileNow, readSystemStatus } from '../domain/system-status.ts';
import { implement } from './context.ts';

export const systemRoutes = [
  implement(endpoints.getSystemStatus, ({ domain }) => readSystemStatus(domain)),
  implement(endpoints.checkBooks, ({ domain }) => reconcileNow(domain)),
];
