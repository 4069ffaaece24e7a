import { createLink } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { ComponentProps } from 'react';
import classes from './back.module.css';

const Anchor = ({ children, ...others }: ComponentProps<'a'>) => (
  <a {...others} className={classes.back}>
    <ChevronLeft size={14} aria-hidden="true" className={classes.arrow} />
    {children}
  </a>
);

/** A link back to the list. */
export const Back = createLink(Anchor);
