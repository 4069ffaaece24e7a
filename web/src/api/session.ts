import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { isProblem } from './problem.ts';
import { queryClient } from './query-client.ts';
import { call } from './stand-in.ts';

export type Role = 'viewer' | 'member' | 'admin' | 'owner';
export interface Session {
  user: { id: string; name: string; email: string; operator: boolean };
  sessionId: string;
  workspaces: { id: string; name: string; role: Role }[];
}

/** Who is signed in; `null` where nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Session | null> => {
    try {
      return await call<Session>('/session');
    } catch (error) {
      if (isProblem(error) && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

/** Within the shell somebody always is. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data) throw new Error('Nobody is signed in.');
  return data;
}

const enter = (session: Session): Session => {
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, session);
  return session;
};

export const signIn = async (email: string, password: string) =>
  enter(await call<Session>('/session', 'POST', { email, password }));
export const becomeFirstUser = async (person: {
  token: string;
  name: string;
  email: string;
  password: string;
}) => enter(await call<Session>('/welcome', 'POST', person));
export const acceptInvitation = async (person: { token: string; name?: string; password?: string }) =>
  enter(await call<Session>('/invitations/accept', 'POST', person));
export const showInvitation = (token: string) =>
  call<{ workspace: { name: string }; email: string; role: Role }>('/invitations/show', 'POST', { token });
export const resetPassword = (token: string, password: string) =>
  call<void>('/password-resets', 'POST', { token, password });

export async function signOut(): Promise<void> {
  await call('/session', 'DELETE');
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, null);
}
