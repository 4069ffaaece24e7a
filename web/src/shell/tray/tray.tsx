import { Progress, Text, UnstyledButton } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isSending } from '../../added-files/add.ts';
import { getStage, type Item, isInProgress } from '../../added-files/item.ts';
import { useItems } from '../../added-files/store.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { useIsPhone } from '../../components/use-is-phone.ts';
import { restoreWork } from '../../conversions/restore.ts';
import { formatBytes } from '../../wording/figures.ts';
import { strings } from '../../wording/strings.ts';
import { keepFirstLook } from '../first-look.ts';
import classes from './tray.module.css';

const words = strings.tray;

/** Shows files in progress at the lower right of every page, also after a reload. */
export function Tray() {
  const items = useItems(useWorkspace().id);
  const { pathname } = useLocation();
  const isPhone = useIsPhone();
  const [chosen, setChosen] = useState<boolean>();
  // On a phone it would cover half of the page.
  const open = chosen ?? !isPhone;
  useEffect(() => {
    restoreWork();
    const warn = (event: BeforeUnloadEvent) => {
      if (isSending()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  useEffect(() => keepFirstLook(items.length), [items.length]);
  // The page of a job shows that job itself, and the Convert page all of them.
  const underWay = items.filter(item => isInProgress(item) && pathname !== `/jobs/${item.job?.id}`);
  if (underWay.length === 0 || pathname === '/') return null;
  return (
    <section className={classes.tray} aria-label={words.title}>
      <UnstyledButton className={classes.head} onClick={() => setChosen(!open)} aria-expanded={open}>
        <Text fw={500}>{words.count(underWay.length)}</Text>
        {open ? <ChevronDown size={16} /> : <ChevronUp size={16} />}
      </UnstyledButton>
      {open && (
        <ul className={classes.list}>
          {underWay.slice(0, 6).map(item => (
            <li key={item.id}>
              <Link to="/" className={classes.entry}>
                <span className="ellipsis" dir="auto">
                  {item.name}
                </span>
                <span className="dim">{describeState(item)}</span>
                <Progress
                  value={computePercent(item)}
                  size="xs"
                  aria-label={item.name}
                  transitionDuration={100}
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const computePercent = (item: Item): number =>
  getStage(item) === 'uploading'
    ? Math.floor((item.upload.loaded / Math.max(1, item.size)) * 100)
    : (item.job?.progress ?? 0);

function describeState(item: Item): string {
  const { state } = strings.convert;
  if (getStage(item) === 'uploading')
    return item.upload.state === 'sending'
      ? state.sending(computePercent(item), formatBytes(item.upload.bytesPerSecond))
      : state.waiting;
  return item.job?.status === 'processing' ? state.working(item.job.progress) : words.waiting;
}
