import { endpoints } from '@tollgate/contract';
import { readStatus } from '../domain/status.ts';
import { implement } from './context.ts';

export const statusRoutes = [
  implement(endpoints.getStatus, async ({ domain }) => readStatus(domain)),
  implement(endpoints.getNotice, async ({ domain }) => domain.options.text('Notice')),
  implement(endpoints.getAbout, async ({ domain }) => domain.options.text('About')),
  implement(endpoints.getHomePageContent, async ({ domain }) =>
    domain.options.text('HomePageContent'),
  ),
];
