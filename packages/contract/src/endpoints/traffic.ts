import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  trafficComparison,
  trafficRuleDraft,
  trafficRuleEdit,
  trafficRuleEntity,
} from '../entities/traffic-rule.ts';
import { idField, idParams } from '../paging.ts';

export const TRAFFIC_HOURS = [24, 168, 720] as const;

export const trafficEndpoints = {
  listTrafficRules: endpoint({
    method: 'GET',
    path: '/api/traffic/',
    access: 'admin',
    summary: 'All hedge, canary and mirror rules, newest first',
    data: z.array(trafficRuleEntity),
  }),
  createTrafficRule: endpoint({
    method: 'POST',
    path: '/api/traffic/',
    access: 'admin',
    audit: 'traffic',
    summary: 'Create a traffic rule; it is off unless `enabled` is set',
    body: trafficRuleDraft,
    data: trafficRuleEntity,
  }),
  updateTrafficRule: endpoint({
    method: 'PUT',
    path: '/api/traffic/',
    access: 'admin',
    audit: 'traffic',
    summary: 'Edit a traffic rule; its kind cannot change',
    body: trafficRuleEdit.extend({ id: idField }),
    data: trafficRuleEntity,
  }),
  deleteTrafficRule: endpoint({
    method: 'DELETE',
    path: '/api/traffic/{id}',
    access: 'admin',
    audit: 'traffic',
    summary: 'Delete a traffic rule and its statistics',
    params: idParams,
    data: z.null(),
  }),
  getTrafficComparison: endpoint({
    method: 'GET',
    path: '/api/traffic/{id}/comparison',
    access: 'admin',
    summary: 'Both sides of a traffic rule compared, in total and over time',
    params: idParams,
    query: z.object({
      hours: z.coerce.number().int().min(1).max(TRAFFIC_HOURS[2]).catch(TRAFFIC_HOURS[0]),
    }),
    data: trafficComparison,
  }),
};
