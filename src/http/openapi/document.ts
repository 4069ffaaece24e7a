/** The parts of an OpenAPI document that this folder works on. */
export interface Schema {
  $ref?: string;
  description?: string;
  default?: unknown;
  required?: string[];
  properties?: Record<string, Schema>;
  [keyword: string]: unknown;
}
interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, object>;
}
export interface ApiResponse {
  $ref?: string;
  description?: string;
  headers?: Record<string, object>;
  content?: Record<string, MediaType>;
}
export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema?: Schema;
}
export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, ApiResponse>;
}
export interface OpenApi {
  openapi: string;
  info: object;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    responses?: Record<string, ApiResponse>;
    headers?: Record<string, object>;
    examples?: Record<string, object>;
    securitySchemes?: object;
  };
}

/** Lists every operation of a document, with its path. */
export const listOperations = ({ paths }: OpenApi): [string, Operation][] =>
  Object.entries(paths).flatMap(([path, verbs]) =>
    Object.values(verbs).map((operation): [string, Operation] => [path, operation]),
  );
