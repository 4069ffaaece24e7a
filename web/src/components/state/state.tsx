import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  Clock,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  Upload,
} from 'lucide-react';
import { strings } from '../../wording/strings.ts';
import classes from './state.module.css';

const words = strings.states;

const looks: Record<keyof typeof words, { icon: LucideIcon; tone: string; turning?: true }> = {
  pending: { icon: CircleDashed, tone: classes.quiet! },
  uploading: { icon: Upload, tone: classes.live! },
  queued: { icon: Clock, tone: classes.quiet! },
  waiting: { icon: CircleDashed, tone: classes.quiet! },
  processing: { icon: LoaderCircle, tone: classes.live!, turning: true },
  running: { icon: LoaderCircle, tone: classes.live!, turning: true },
  completed: { icon: CircleCheck, tone: classes.good! },
  delivered: { icon: CircleCheck, tone: classes.good! },
  failed: { icon: CircleAlert, tone: classes.bad! },
  canceled: { icon: Ban, tone: classes.quiet! },
  skipped: { icon: CircleMinus, tone: classes.quiet! },
  expired: { icon: Hourglass, tone: classes.quiet! },
};

export type StateName = keyof typeof looks;

/** The state of a job, a run, a step or a delivery, as an icon, a colour and a word. */
export function State({ state, word }: { state: StateName; word?: string }) {
  const { icon: Icon, tone, turning } = looks[state];
  return (
    <span className={`${classes.state} ${tone}`}>
      <Icon size={16} strokeWidth={2} aria-hidden="true" className={turning && classes.turning} />
      {word ?? words[state]}
    </span>
  );
}
