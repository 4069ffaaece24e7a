import { CircleCheck, CircleDashed } from 'lucide-react';
import classes from './found.module.css';

export function Found({ isThere, word }: { isThere: boolean; word: string }) {
  const Icon = isThere ? CircleCheck : CircleDashed;
  return (
    <span className={isThere ? classes.found : classes.missing}>
      <Icon size={16} aria-hidden="true" />
      {word}
    </span>
  );
}
