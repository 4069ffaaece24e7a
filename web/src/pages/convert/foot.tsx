import type { JobType } from '@filemill/client';
import { Button, Text } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { findItemHint } from '../../added-files/choose.ts';
import { getStage, type Item, isStartable } from '../../added-files/item.ts';
import { changeItem } from '../../added-files/store.ts';
import { findTarget } from '../../added-files/targets.ts';
import type { Recipe } from '../../api/recipes.ts';
import { startItems } from '../../conversions/start.ts';
import { strings } from '../../wording/strings.ts';
import { AllPicker } from './all-picker.tsx';
import { BatchState } from './batch-state.tsx';
import classes from './convert.module.css';
import { focusRow } from './focus-row.ts';
import { type FootAction, FootActions } from './foot-actions.tsx';

const words = strings.convert;

/** Tells the page how high the bar is, so that messages appear above it. */
function useActionBar() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const bar = ref.current!;
    const observer = new ResizeObserver(() => style.setProperty('--action-bar', `${bar.offsetHeight}px`));
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty('--action-bar');
    };
  }, []);
  return ref;
}

/** The actions for all rows, and the convert button. */
export function Foot({
  items,
  jobTypes,
  recipes,
  actions,
}: {
  items: Item[];
  jobTypes: JobType[];
  recipes: Recipe[];
  actions: FootAction[];
}) {
  const bar = useActionBar();
  const hintId = useId();
  const isUploading = (item: Item) => ['uploading', 'lost'].includes(getStage(item));
  const open = items.filter(
    item => item.format && !item.startsWhenUploaded && (isStartable(item) || isUploading(item)),
  );
  const chosen = open.flatMap(item => {
    if (item.recipe) return [{ item, hint: undefined }];
    const target = findTarget(item.target, item.format, jobTypes);
    return target ? [{ item, hint: findItemHint(item, target) }] : [];
  });
  const startable = chosen.filter(({ hint }) => !hint).map(({ item }) => item);
  const hint = startable.length === 0 ? chosen.find(each => each.hint)?.hint : undefined;
  const convert = () => {
    startItems(startable, jobTypes);
    for (const item of startable.filter(isUploading)) changeItem(item.id, { startsWhenUploaded: true });
    focusRow(startable[0]!.id);
  };
  return (
    <div className={classes.foot} ref={bar}>
      <BatchState items={items} />
      <AllPicker items={open} jobTypes={jobTypes} recipes={recipes} />
      <FootActions actions={actions} />
      {open.length > 0 && (
        <div className={classes.start}>
          {hint && (
            <Text c="dimmed" id={hintId} className={classes.hint}>
              {hint}
            </Text>
          )}
          <Button disabled={startable.length === 0} onClick={convert} aria-describedby={hint && hintId}>
            {words.convertCount(startable.length || open.length)}
          </Button>
        </div>
      )}
    </div>
  );
}
