import { useMediaQuery } from '@mantine/hooks';

/** Whether the page is as narrow as in the style sheets' rules for phones. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 768px)', false, { getInitialValueInEffect: false });
