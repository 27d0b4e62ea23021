import { classifyFault } from '@tollgate/dialects';
import { expect, test } from 'vitest';
import { causeOfFault } from './explain-test-fault.ts';

const causeOf = (status: number, body: object) => {
  const bodyExcerpt = JSON.stringify(body);
  return causeOfFault(status, classifyFault({ status, headers: {}, bodyExcerpt }));
};
const google = (code: number, status: string, message: string) =>
  [code, { error: { code, status, message } }] as const;

test.each([
  [
    'a wrong key that Google reports with 400',
    google(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'),
    'key_rejected',
  ],
  [
    'a location that Google does not serve',
    google(400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.'),
    'unsupported_location',
  ],
  [
    'a rate limit that Google calls a quota',
    google(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for metric: generate_content_requests'),
    'rate_limited',
  ],
  [
    'a service account without a role',
    google(403, 'PERMISSION_DENIED', "Permission 'aiplatform.endpoints.predict' denied"),
    'not_permitted',
  ],
  [
    'a key without a scope, which has nothing to do with money',
    google(403, 'PERMISSION_DENIED', 'Request had insufficient authentication scopes.'),
    'not_permitted',
  ],
  [
    'a model without a deployment at Azure',
    [
      404,
      {
        error: {
          code: 'DeploymentNotFound',
          message: 'The API deployment for this resource does not exist.',
        },
      },
    ] as const,
    'unknown_deployment',
  ],
  [
    'a model that Bedrock serves by a profile only',
    [
      400,
      { message: 'Invocation of model ID claude with on-demand throughput isn’t supported.' },
    ] as const,
    'needs_profile',
  ],
  [
    'a key that AWS does not know',
    [403, { message: 'The security token included in the request is invalid.' }] as const,
    'key_rejected',
  ],
  [
    'a model that the AWS account may not call',
    [403, { message: 'You don’t have access to the model with the specified model ID.' }] as const,
    'not_permitted',
  ],
  [
    'an empty account at DeepSeek',
    [402, { error: { message: 'Insufficient Balance', type: 'unknown_error' } }] as const,
    'no_money',
  ],
  [
    'an empty account that a reseller reports with 403',
    [403, { error: { message: '用户额度不足', type: 'new_api_error' } }] as const,
    'no_money',
  ],
  [
    'a model that is not there',
    google(404, 'NOT_FOUND', 'models/gemini-x is not found for API version v1beta'),
    'unknown_model',
  ],
])('a channel test names %s as what it is', (_, [status, body], cause) => {
  expect(causeOf(status, body)).toBe(cause);
});
