import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChevronDown, Waypoints } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { Target } from '../../added-files/targets.ts';
import type { Recipe } from '../../api/recipes.ts';
import { FileIcon } from '../../components/file-icon.tsx';
import { type Find, Finder } from '../../components/finder/finder.tsx';
import { strings } from '../../wording/strings.ts';
import classes from './convert.module.css';

/** The icons are those of the gallery, which loads them too. */
const ToolIcon = lazy(() => import('./tool-icon.tsx'));

const words = strings.convert;

/** One conversion in the list of a picker. */
export const describeFind = (target: Target, group: string, format: string | undefined): Find => ({
  id: target.id,
  group,
  title: target.title,
  note: target.note,
  words: `${target.jobType.id} ${target.jobType.title} ${target.output ?? ''}`,
  icon: target.isFormat ? (
    <FileIcon format={target.output ?? format} size={16} />
  ) : (
    <Suspense fallback={<FileIcon format={target.output ?? format} size={16} />}>
      <ToolIcon jobType={target.jobType} size={16} />
    </Suspense>
  ),
});

/** Lists the conversions: suggestions first, then recipes, then all in their groups. */
function listFinds(targets: Target[], recipes: Recipe[], format: string | undefined): Find[] {
  const find = (target: Target, group: string) => describeFind(target, group, format);
  const first = targets.filter(({ rank }) => rank !== undefined);
  const rest = targets.filter(target => !first.includes(target));
  return [
    ...first.map(target => find(target, strings.targets.likely)),
    ...recipes.map(findRecipe),
    ...rest
      .toSorted((one, other) => one.group.rank - other.group.rank)
      .map(target => find(target, target.group.title)),
  ];
}

/** A recipe in the list of a picker. */
export const findRecipe = ({ id, name, description, steps }: Recipe): Find => ({
  id,
  group: words.recipes,
  title: name,
  note: description || words.recipeNote(steps.length),
  icon: <Waypoints size={16} strokeWidth={1.5} aria-hidden="true" />,
});

/** A button such as "PDF ▾" to choose the conversion of a file. */
export function TargetPicker({
  label,
  targets,
  recipes,
  format,
  value,
  onChoose,
  placeholder,
}: {
  label: string;
  targets: Target[];
  /** The recipes that accept the file. */
  recipes: Recipe[];
  format: string | undefined;
  /** The id of the chosen conversion or recipe. */
  value: string | undefined;
  onChoose: (choice: { target: string } | { recipe: Recipe }) => void;
  placeholder?: string;
}) {
  const title =
    targets.find(({ id }) => id === value)?.title ??
    recipes.find(({ id }) => id === value)?.name ??
    placeholder ??
    '';
  return (
    <FindPicker
      label={label}
      title={title}
      finds={listFinds(targets, recipes, format)}
      onChoose={id => {
        const recipe = recipes.find(each => each.id === id);
        onChoose(recipe ? { recipe } : { target: id });
      }}
    />
  );
}

/** A button with what is chosen, which opens the list of the choices. */
export function FindPicker({
  label,
  title,
  finds,
  onChoose,
}: {
  label: string;
  title: string;
  finds: Find[];
  onChoose: (id: string) => void;
}) {
  const [opened, { close, toggle }] = useDisclosure(false);
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
          <span className="ellipsis">{title}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={label}>
        <Finder
          finds={finds}
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
