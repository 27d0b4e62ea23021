import { endpoints } from '@tollgate/contract';
import { readModelStatus } from '../domain/model-status.ts';
import { readStatus } from '../domain/status.ts';
import { implement } from './context.ts';

export const statusRoutes = [
  implement(endpoints.getStatus, async ({ domain }) => readStatus(domain)),
  implement(endpoints.getServiceStatus, ({ domain, caller }) =>
    readModelStatus(domain, caller?.user),
  ),
  implement(endpoints.getNotice, async ({ domain }) => domain.options.text('Notice')),
  implement(endpoints.getAbout, async ({ domain }) => domain.options.text('About')),
  implement(endpoints.getHomePageContent, async ({ domain }) =>
    domain.options.text('HomePageContent'),
  ),
];
