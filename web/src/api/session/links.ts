export type LinkPurpose = 'first_user' | 'password_reset';

/** Asks whether a link can still be used. If the service cannot answer, it counts as usable. */
export async function checkLink(purpose: LinkPurpose, token: string): Promise<boolean> {
  const response = await fetch(new URL('api/workspace/links/check', document.baseURI), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ purpose, token }),
  });
  return !response.ok || ((await response.json()) as { open: boolean }).open;
}

const read = () => document.querySelector<HTMLMetaElement>('meta[name=first-user]');

/** Whether nobody has an account yet. The service says so when it sends the page. */
export const hasNoUser = (): boolean => read()?.content === 'missing';

export function rememberFirstUser(): void {
  const meta = read();
  if (meta) meta.content = '';
}
