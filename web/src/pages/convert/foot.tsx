import type { JobType } from '@filemill/client';
import { Button, Text } from '@mantine/core';
import { useId } from 'react';
import { getStage, type Item, isStartable } from '../../added-files/item.ts';
import { changeItem } from '../../added-files/store.ts';
import { findItemHint, findTarget, listTargets } from '../../added-files/targets.ts';
import { startItems } from '../../conversions/start.ts';
import { strings } from '../../wording/strings.ts';
import classes from './convert.module.css';
import { TargetPicker } from './target-picker.tsx';

const words = strings.convert;

/** The common kind of these files, if there is one. */
function findKind(items: Item[]): keyof typeof words.kinds | undefined {
  const kinds: [keyof typeof words.kinds, RegExp][] = [
    ['pdfs', /^pdf$/],
    ['images', /^(png|jpeg|webp|gif|tiff|bmp|avif|jxl|ico|heic|heif|svg)$/],
    ['tables', /^(xlsx|xls|ods|csv|tsv|json|ndjson|parquet|arrow|avro)$/],
    ['sounds', /^(mp3|wav|flac|m4a|ogg|opus|aac|mp4|mov|mkv|webm)$/],
    ['documents', /^(docx?|odt|rtf|txt|md|html|epub|pptx?)$/],
  ];
  return kinds.find(([, pattern]) => items.every(({ format }) => pattern.test(format ?? '')))?.[0];
}

/** The actions for all rows, and the convert button. */
export function Foot({
  items,
  jobTypes,
  children,
}: {
  items: Item[];
  jobTypes: JobType[];
  children?: React.ReactNode;
}) {
  const hintId = useId();
  const open = items.filter(item => isStartable(item) || ['uploading', 'lost'].includes(getStage(item)));
  const chosen = open.filter(isStartable).flatMap(item => {
    const target = findTarget(item.target, item.format, jobTypes);
    return target ? [{ item, hint: findItemHint(item, target) }] : [];
  });
  const startable = chosen.filter(({ hint }) => !hint).map(({ item }) => item);
  const hint = startable.length === 0 ? chosen.find(each => each.hint)?.hint : undefined;
  const kind = open.length > 1 ? findKind(open) : undefined;
  const shared = listTargets(open[0]?.format, jobTypes).filter(({ id }) =>
    open.every(({ format }) => findTarget(id, format, jobTypes)),
  );
  const same = open.every(({ target }) => target === open[0]?.target) ? open[0]?.target : undefined;
  return (
    <div className={classes.foot}>
      {kind && shared.length > 0 && (
        <>
          <Text c="dimmed">{words.allTo(words.kinds[kind])}</Text>
          <TargetPicker
            label={words.allTo(words.kinds[kind])}
            targets={shared}
            format={open[0]!.format}
            value={same}
            placeholder="…"
            onChoose={id => {
              for (const item of open)
                changeItem(item.id, { target: id, options: {}, problem: undefined, refused: undefined });
            }}
          />
        </>
      )}
      {children}
      {open.length > 0 && (
        <div className={classes.start}>
          {hint && (
            <Text c="dimmed" id={hintId}>
              {hint}
            </Text>
          )}
          <Button
            disabled={startable.length === 0}
            onClick={() => startItems(startable, jobTypes)}
            aria-describedby={hint && hintId}
          >
            {words.convertCount(startable.length || open.length)}
          </Button>
        </div>
      )}
    </div>
  );
}
