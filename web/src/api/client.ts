import { FilemillWorkspace, type WorkspaceRoom } from '@filemill/client';

/** Behind a proxy, the page may be served below a path. */
export const client = new FilemillWorkspace({ baseUrl: new URL('api/workspace', document.baseURI).href });

const apis = new Map<string, WorkspaceRoom>();

/** Returns the API of one workspace. */
export function workspaceApi(workspaceId: string): WorkspaceRoom {
  const api = apis.get(workspaceId) ?? client.in(workspaceId);
  apis.set(workspaceId, api);
  return api;
}
