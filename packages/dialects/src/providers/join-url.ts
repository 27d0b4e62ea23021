/** Endings of call URLs that people paste as a base URL. */
const CALL_ENDS = [
  '/chat/completions',
  '/completions',
  '/embeddings',
  '/moderations',
  '/rerank',
  '/ocr',
  '/models',
  '/messages',
  '/responses',
  '/images/generations',
  '/images/edits',
  '/images/variations',
  '/audio/speech',
  '/audio/transcriptions',
  '/audio/translations',
  '/realtime',
];

export interface BaseParts {
  readonly origin: string;
  /** Without a trailing slash. */
  readonly path: string;
  readonly query: string;
}

/** Splits a URL; removes trailing slashes from the path. */
export function splitBase(base: string): BaseParts {
  const match = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?/i.exec(base.trim());
  return {
    origin: match?.[1] ?? '',
    path: (match?.[2] ?? '').replace(/\/+$/, ''),
    query: match?.[3] ?? '',
  };
}

/** Removes a trailing call from the path (…/v1/chat/completions → …/v1). */
export function stripCallEnd(path: string): string {
  const end = CALL_ENDS.find((candidate) => path.endsWith(candidate));
  return end === undefined ? path : path.slice(0, -end.length);
}

/**
 * Joins base + prefix + end without repeating what the base already contains of the prefix: a base may be the
 * bare host, end with part of the prefix (`…/v1`), with a version of its own (`…/v3`), or be a complete call
 * URL.
 */
export function joinUrl(base: string, prefix: string, end: string): string {
  const { origin, path, query } = splitBase(base);
  const root = stripCallEnd(path);
  return `${origin}${root}${missingPrefix(origin, root, prefix)}${end}${query}`;
}

function missingPrefix(origin: string, root: string, prefix: string): string {
  const baseSegments = root.split('/').filter((segment) => segment !== '');
  const pathSegments = prefix.split('/').filter((segment) => segment !== '');
  for (let count = Math.min(baseSegments.length, pathSegments.length); count > 0; count--) {
    const overlap = pathSegments.slice(0, count).join('/');
    if (baseSegments.slice(-count).join('/') === overlap) {
      const rest = pathSegments.slice(count);
      return rest.length === 0 ? '' : `/${rest.join('/')}`;
    }
  }
  // DeepInfra and Google serve their compatible API after the version, Vertex without one.
  const ownVersion = /\/(?:v\d+[a-z0-9]*(?:\/openai)?|endpoints\/openapi)$/i.test(root);
  const hostedRoute =
    origin.endsWith('//gateway.ai.cloudflare.com') && /\/(?:openai|compat)$/.test(root);
  return ownVersion || hostedRoute || UNVERSIONED.test(origin) ? '' : prefix;
}

/** Hosts of compatible APIs without a version in their paths. */
const UNVERSIONED =
  /\/\/(?:api\.perplexity\.ai|models\.github\.ai|models\.inference\.ai\.azure\.com)$/;
