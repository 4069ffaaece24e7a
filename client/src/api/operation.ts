/** The types of one endpoint of the generated descriptions, as the client's methods use them. */

export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Lets optional fields be undefined too, because callers pass on what they were given. */
type Loosely<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | undefined : T[K] };

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;

/** The response of a successful call; undefined if it has no body. */
export type Answer<Op> = Op extends { responses: infer R }
  ? [Json<R[keyof R & (200 | 201 | 202)]>] extends [never]
    ? undefined
    : Json<R[keyof R & (200 | 201 | 202)]>
  : never;

/** The workspace is part of the base address. */
type OwnParams<Op> = Op extends { parameters: { path: infer P } } ? Omit<P, 'workspaceId'> : object;
export type Params<Op> = keyof OwnParams<Op> extends never
  ? { path?: Record<string, never> }
  : { path: OwnParams<Op> };

export type QueryOf<Op> = Op extends { parameters: { query?: infer Q } }
  ? [Q] extends [undefined]
    ? Record<string, never>
    : Loosely<NonNullable<Q>>
  : Record<string, never>;
export type Query<Op> = { query?: QueryOf<Op> };

export type BodyOf<Op> = Op extends { requestBody?: infer B } ? Json<NonNullable<B>> : never;
export type Body<Op> = Op extends { requestBody: { content: object } }
  ? { body: BodyOf<Op> }
  : { body?: BodyOf<Op> };
