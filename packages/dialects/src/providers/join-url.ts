/** Ends of full call addresses that people paste as a base address. */
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
  /** Without a slash at the end. */
  readonly path: string;
  readonly query: string;
}

/** Splits an address; the path loses slashes at its end. */
export function splitBase(base: string): BaseParts {
  const match = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?/i.exec(base.trim());
  return {
    origin: match?.[1] ?? '',
    path: (match?.[2] ?? '').replace(/\/+$/, ''),
    query: match?.[3] ?? '',
  };
}

/** The path without a call at its end (…/v1/chat/completions → …/v1). */
export function stripCallEnd(path: string): string {
  const end = CALL_ENDS.find((candidate) => path.endsWith(candidate));
  return end === undefined ? path : path.slice(0, -end.length);
}

/**
 * base + prefix + end, without doubling what the base already holds of the prefix: a base may be
 * the bare host, end with a part of the prefix (`…/v1`), with a version of its own (`…/v3`), or be
 * a whole call address.
 */
export function joinUrl(base: string, prefix: string, end: string): string {
  const { origin, path, query } = splitBase(base);
  const root = stripCallEnd(path);
  return `${origin}${root}${missingPrefix(origin, root, prefix)}${end}${query}`;
}

function missingPrefix(origin: string, root: string, prefix: string): string {
  const have = root.split('/').filter((segment) => segment !== '');
  const want = prefix.split('/').filter((segment) => segment !== '');
  for (let count = Math.min(have.length, want.length); count > 0; count--) {
    const overlap = want.slice(0, count).join('/');
    if (have.slice(-count).join('/') === overlap) {
      const rest = want.slice(count);
      return rest.length === 0 ? '' : `/${rest.join('/')}`;
    }
  }
  // DeepInfra and Google have their compatible API behind the version, Vertex without any.
  const ownVersion = /\/(?:v\d+[a-z0-9]*(?:\/openai)?|endpoints\/openapi)$/i.test(root);
  const hostedRoute =
    origin.endsWith('//gateway.ai.cloudflare.com') && /\/(?:openai|compat)$/.test(root);
  return ownVersion || hostedRoute || UNVERSIONED.test(origin) ? '' : prefix;
}

/** Hosts of compatible APIs whose paths have no version at all. */
const UNVERSIONED =
  /\/\/(?:api\.perplexity\.ai|models\.github\.ai|models\.inference\.ai\.azure\.com)$/;
