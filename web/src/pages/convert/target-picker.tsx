import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChevronDown } from 'lucide-react';
import type { Target } from '../../added-files/targets.ts';
import { FileIcon } from '../../components/file-icon.tsx';
import { type Find, Finder } from '../../components/finder/finder.tsx';
import { strings } from '../../wording/strings.ts';
import classes from './convert.module.css';

const words = strings.convert;

/** Lists the conversions: suggestions first, then all in their groups. */
function listFinds(targets: Target[], format: string | undefined): Find[] {
  const find = (target: Target, group: string): Find => ({
    id: target.id,
    group,
    title: target.title,
    note: target.note,
    words: `${target.jobType.title} ${target.output ?? ''}`,
    icon: <FileIcon format={target.output ?? format} size={16} />,
  });
  const first = targets.filter(({ rank }) => rank !== undefined);
  const rest = targets.filter(target => !first.includes(target));
  return [
    ...first.map(target => find(target, strings.targets.likely)),
    ...rest
      .toSorted((one, other) => one.group.rank - other.group.rank)
      .map(target => find(target, target.group.title)),
  ];
}

/** A button such as "PDF ▾" to choose the conversion of a file. */
export function TargetPicker({
  label,
  targets,
  format,
  value,
  onChoose,
  placeholder,
}: {
  label: string;
  targets: Target[];
  format: string | undefined;
  value: string | undefined;
  onChoose: (id: string) => void;
  placeholder?: string;
}) {
  const [opened, { close, toggle }] = useDisclosure(false);
  const chosen = targets.find(({ id }) => id === value);
  const title = chosen?.title ?? placeholder ?? '';
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      position="bottom-end"
      width={400}
      trapFocus
      returnFocus
      shadow="md"
      transitionProps={{ duration: 100 }}
      withinPortal
    >
      <Popover.Target>
        <Button
          variant="default"
          className={classes.target}
          justify="space-between"
          onClick={toggle}
          rightSection={<ChevronDown size={14} aria-hidden="true" />}
          aria-label={`${label}: ${title}`}
        >
          {title}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 16px)" aria-label={label}>
        <Finder
          finds={listFinds(targets, format)}
          placeholder={words.searchTarget}
          onChoose={({ id }) => {
            onChoose(id);
            close();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
