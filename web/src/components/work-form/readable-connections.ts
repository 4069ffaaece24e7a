import { useQuery } from '@tanstack/react-query';
import { connectionsQuery } from '../../api/connections.ts';
import { useWorkspace } from '../../api/workspace.ts';

/** Returns the connections with files to read, once they are loaded. */
export function useReadableConnections() {
  const { id } = useWorkspace();
  const { data } = useQuery(connectionsQuery(id));
  // An address that takes files by PUT has no list of them.
  return data?.filter(({ kind }) => kind !== 'http');
}
