/** Method and path of every call of the contract, made by `contract-calls.ts` at build time. */
declare module 'virtual:calls' {
  type Endpoints = typeof import('@tollgate/contract').endpoints;

  /** A call, and (for the compiler only) the endpoint that it stands for. */
  export type Call<E> = {
    readonly method: import('@tollgate/contract').Method;
    readonly path: `/${string}`;
    /** It answers a page of a list. */
    readonly paged?: boolean;
    readonly endpoint?: E;
  };

  export const calls: { readonly [Name in keyof Endpoints]: Call<Endpoints[Name]> };
}
