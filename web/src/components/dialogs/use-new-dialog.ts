import { useLocation, useNavigate } from '@tanstack/react-router';

/** Returns whether the dialog of a page for something new is open, and what opens and closes it. Links to the page with `#new` open it. */
export function useNewDialog(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const navigate = useNavigate();
  const hash = useLocation({ select: location => location.hash });
  return [
    hash === 'new',
    isOpen =>
      void navigate({ to: '.', search: true, hash: isOpen ? 'new' : '', replace: true, resetScroll: false }),
  ];
}
