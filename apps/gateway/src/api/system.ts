import { endpoints } from '@tollgate/contract';
import { listAttention } from '../domain/attention/list-attention.ts';
import { reconcileNow, readSystemStatus } from '../domain/system-status.ts';
import { implement } from './context.ts';

export const systemRoutes = [
  implement(endpoints.getSystemStatus, ({ domain }) => readSystemStatus(domain)),
  implement(endpoints.checkBooks, ({ domain }) => reconcileNow(domain)),
  implement(endpoints.listAttention, ({ domain, language }) => listAttention(domain, language)),
];
