/** Operations on files. */
export type FileRoute =
  | { readonly name: 'file'; readonly method: 'GET'; readonly also: 'POST'; readonly part: 'all' }
  | {
      readonly name: 'file';
      readonly method: 'GET';
      readonly also: 'DELETE';
      readonly part: 'one';
      readonly id: string;
    }
  | {
      readonly name: 'file';
      readonly method: 'GET';
      readonly part: 'content';
      readonly id: string;
    };

const FILES = '/v1/files';
/** Ids are validated before they are looked up; only word characters and hyphens are valid. */
const FILE_PATH = /^\/v1\/files\/([\w-]{1,200})(\/content)?$/;

/** Returns the route of a path under /v1/files; undefined for any other. */
export function findFileRoute(path: string): FileRoute | undefined {
  const name = 'file';
  if (path === FILES) return { name, method: 'GET', also: 'POST', part: 'all' };
  const [, id, content] = FILE_PATH.exec(path) ?? [];
  if (id === undefined) return undefined;
  if (content !== undefined) return { name, method: 'GET', part: 'content', id };
  return { name, method: 'GET', also: 'DELETE', part: 'one', id };
}

/** Whether a path's request body is streamed. */
export function isUploadPath(path: string): boolean {
  return /^\/(?:v1|v1beta\/openai)\/files\/*$/.test(path);
}
