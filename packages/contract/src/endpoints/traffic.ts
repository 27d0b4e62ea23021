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
    scope: 'traffic:read',
    summary: 'All hedge, canary and mirror rules, newest first',
    summaryZh: '所有对冲、灰度和镜像规则，最新在前',
    data: z.array(trafficRuleEntity),
  }),
  createTrafficRule: endpoint({
    method: 'POST',
    path: '/api/traffic/',
    access: 'admin',
    scope: 'traffic:write',
    audit: 'traffic',
    summary: 'Create a traffic rule; it is off unless `enabled` is set',
    summaryZh: '创建分流规则；未设置 `enabled` 时不启用',
    body: trafficRuleDraft,
    data: trafficRuleEntity,
  }),
  updateTrafficRule: endpoint({
    method: 'PUT',
    path: '/api/traffic/',
    access: 'admin',
    scope: 'traffic:write',
    audit: 'traffic',
    summary: 'Edit a traffic rule; its kind cannot change',
    summaryZh: '编辑分流规则，类型不可更改',
    body: trafficRuleEdit.extend({ id: idField }),
    data: trafficRuleEntity,
  }),
  deleteTrafficRule: endpoint({
    method: 'DELETE',
    path: '/api/traffic/{id}',
    access: 'admin',
    scope: 'traffic:write',
    audit: 'traffic',
    summary: 'Delete a traffic rule and its statistics',
    summaryZh: '删除分流规则及其统计',
    params: idParams,
    data: z.null(),
  }),
  getTrafficComparison: endpoint({
    method: 'GET',
    path: '/api/traffic/{id}/comparison',
    access: 'admin',
    scope: 'traffic:read',
    summary: 'Both sides of a traffic rule compared, in total and over time',
    summaryZh: '分流规则两侧的对比：总计与走势',
    params: idParams,
    query: z.object({
      hours: z.coerce.number().int().min(1).max(TRAFFIC_HOURS[2]).catch(TRAFFIC_HOURS[0]),
    }),
    data: trafficComparison,
  }),
};
