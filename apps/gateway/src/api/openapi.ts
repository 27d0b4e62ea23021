import {
  allEndpoints,
  type AnyEndpoint,
  type EndpointName,
  envelopeOf,
  errorTable,
  failureEnvelope,
} from '@tollgate/contract';
import { z } from 'zod';
import { VERSION } from '../platform/version.ts';
import { paymentWebhookPaths } from './payment-webhook-reference.ts';
import { relayPaths } from './relay-reference.ts';

export type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });

/** Builds the OpenAPI 3.1 document of the console API, from the contract, and of the relay. */
export function buildOpenApi(): Json {
  const paths: Record<string, Json> = {};
  for (const { name, endpoint } of allEndpoints) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = describe(name, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tollgate',
      version: VERSION,
      description:
        'Every console call answers {success, message, data}. Validation and business failures answer 200 with success false; failures carry `code` and `request_id`.',
    },
    paths: { ...paths, ...paymentWebhookPaths, ...relayPaths },
    components: {
      schemas: { Failure: schemaOf(failureEnvelope, 'output') },
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The session credential of a login, or the system access token. The console also sends New-Api-User: <id>.',
        },
        key: { type: 'http', scheme: 'bearer', description: 'A key: sk- and 48 characters' },
      },
    },
    'x-error-codes': errorTable,
  };
}

function describe(name: EndpointName, endpoint: AnyEndpoint): Json {
  return {
    operationId: name,
    summary: endpoint.summary,
    'x-summary-zh': endpoint.summaryZh,
    tags: [tagOf(endpoint.path)],
    'x-access': endpoint.access,
    'x-scope': endpoint.scope,
    security: endpoint.access === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
          },
        }
      : {}),
    ...(endpoint.receives
      ? {
          requestBody: {
            required: true,
            content: {
              'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
            },
          },
        }
      : {}),
    responses: { 200: responseOf(endpoint), default: refusal },
  };
}

const failure = { $ref: '#/components/schemas/Failure' };
const refusal = {
  description: 'A refusal before the call is run: no access, no such path, a rate limit …',
  content: { 'application/json': { schema: failure } },
};

/** Returns the response with status 200, which a refusal by the call itself has, too. */
function responseOf(endpoint: AnyEndpoint): Json {
  const { description, content } = successOf(endpoint);
  const success = content['application/json']?.schema;
  const schema = success ? { anyOf: [success, failure] } : failure;
  return {
    description: `${description}, or a refusal`,
    content: { ...content, 'application/json': { schema } },
  };
}

interface Success {
  description: string;
  content: Record<string, { schema: Json }>;
}

function successOf({ streams, data }: AnyEndpoint): Success {
  if (streams === 'csv')
    return { description: 'A file', content: { 'text/csv': { schema: schemaOf(data, 'output') } } };
  if (streams === 'events')
    return {
      description: 'Events, each with this as its data',
      content: { 'text/event-stream': { schema: schemaOf(data, 'output') } },
    };
  if (streams === 'lines')
    return {
      description: 'Lines of JSON, each like this',
      content: { 'application/x-ndjson': { schema: schemaOf(data, 'output') } },
    };
  if (streams === 'archive')
    return {
      description: 'A gzip-compressed tar archive',
      content: { 'application/gzip': { schema: { type: 'string', format: 'binary' } } },
    };
  return {
    description: 'The envelope',
    content: { 'application/json': { schema: schemaOf(envelopeOf(data), 'output') } },
  };
}

function tagOf(path: string): string {
  return path.split('/')[2] ?? 'other';
}

function parametersOf(schema: z.ZodType | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || (location !== 'query' && required.includes(name)),
    schema: property,
  }));
}
