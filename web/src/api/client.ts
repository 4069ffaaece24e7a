import { FilemillWorkspace, type WorkspaceRoom } from '@filemill/client';

/** The page may stand under a path of its own behind a proxy. */
export const client = new FilemillWorkspace({ baseUrl: new URL('api/workspace', document.baseURI).href });

const rooms = new Map<string, WorkspaceRoom>();

/** One workspace's resources. */
export function roomOf(workspaceId: string): WorkspaceRoom {
  const room = rooms.get(workspaceId) ?? client.in(workspaceId);
  rooms.set(workspaceId, room);
  return room;
}
