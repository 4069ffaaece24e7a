import { useNavigate } from '@tanstack/react-router';
import { signOut } from '../api/session/session.ts';
import { forgetFirstLook } from './first-look.ts';

/** Returns the function that signs out and shows the sign-in page. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await signOut();
    forgetFirstLook();
    await navigate({ to: '/sign-in' });
  };
}
