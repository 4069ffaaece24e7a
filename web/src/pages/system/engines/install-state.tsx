import { CircleCheck, CircleDashed } from 'lucide-react';
import classes from './install-state.module.css';

export function InstallState({ isThere, word }: { isThere: boolean; word: string }) {
  const Icon = isThere ? CircleCheck : CircleDashed;
  return (
    <span className={isThere ? classes.found : classes.missing}>
      <Icon size={16} aria-hidden="true" />
      <bdi>{word}</bdi>
    </span>
  );
}
