import { endpoint } from '../endpoint.ts';
import {
  configurationPlan,
  siteConfiguration,
  wantedConfiguration,
} from '../entities/site-configuration.ts';
import { z } from 'zod';

export const configurationEndpoints = {
  readConfiguration: endpoint({
    method: 'GET',
    path: '/api/configuration/',
    access: 'admin',
    scope: 'configuration:read',
    summary:
      'Channels, groups, and the prices and options that differ from the built-in ones, without secrets',
    summaryZh: '渠道、分组，以及与内置值不同的价格和选项，不含密钥',
    data: siteConfiguration,
  }),
  planConfiguration: endpoint({
    method: 'POST',
    path: '/api/configuration/plan',
    access: 'admin',
    scope: 'configuration:read',
    audit: false,
    summary:
      'What applying a configuration would change, and what would be refused; changes nothing',
    summaryZh: '应用一份配置会改变什么、会被拒绝什么；不做任何改动',
    body: wantedConfiguration,
    data: configurationPlan,
  }),
  applyConfiguration: endpoint({
    method: 'POST',
    path: '/api/configuration/apply',
    access: 'admin',
    scope: 'configuration:write',
    audit: 'configuration',
    summary: 'Apply a configuration, all or nothing, if it still makes the changes of the plan',
    summaryZh: '应用一份配置，全部成功或全部不改；结果与预览不同时拒绝',
    body: wantedConfiguration.extend({
      /** The id of the plan that was reviewed. */
      plan: z.string().max(100),
    }),
    data: configurationPlan,
  }),
};
