import type { SignedIn } from '@filemill/client';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { client } from '../client.ts';
import { isProblem } from '../problem.ts';
import { queryClient } from '../query-client.ts';
import { rememberFirstUser } from './links.ts';

/** The signed-in user; `null` if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<SignedIn | null> => {
    try {
      return await client.session.get();
    } catch (error) {
      if (isProblem(error) && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

/** Returns the session; within the shell there always is one. */
export function useSession(): SignedIn {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data) throw new Error('Nobody is signed in.');
  return data;
}

/** Data of an earlier session is discarded. */
const startSession = (session: SignedIn): void => {
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, session);
};

export const signIn = async (email: string, password: string) =>
  startSession(await client.session.signIn({ email, password }));
export const becomeFirstUser = async (
  person: Parameters<typeof client.session.welcome>[0],
): Promise<void> => {
  startSession(await client.session.welcome(person));
  rememberFirstUser();
};
export const acceptInvitation = async (
  person: Parameters<typeof client.session.acceptInvitation>[0],
): Promise<void> => startSession(await client.session.acceptInvitation(person));
export const showInvitation = (token: string) => client.session.showInvitation(token);
export const resetPassword = (token: string, password: string) =>
  client.session.choosePassword({ token, password });

export async function signOut(): Promise<void> {
  await client.session.signOut();
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, null);
}
