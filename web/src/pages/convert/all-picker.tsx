import type { JobType } from '@filemill/client';
import { Text } from '@mantine/core';
import { chooseFor } from '../../added-files/choose.ts';
import type { Item } from '../../added-files/item.ts';
import { findCounterpart, findTarget, listChoicesForAll, type Target } from '../../added-files/targets.ts';
import type { Recipe } from '../../api/recipes.ts';
import { useIsPhone } from '../../components/use-is-phone.ts';
import { strings } from '../../wording/strings.ts';
import classes from './convert.module.css';
import { findKind, listKinds } from './kinds.ts';
import { describeFind, FindPicker, findRecipe } from './target-picker.tsx';

const words = strings.convert;

/** Files for which one conversion is chosen together, and the conversions they have. */
interface Choice {
  title: string;
  items: Item[];
  targets: Target[];
}

/** Identifies a conversion among those of several job types to the same format. */
const nameChoice = ({ id, isFormat, output }: Target): string => (isFormat ? `to ${output}` : id);

/** Returns the title of the recipe or conversion that all files have. */
function findSame(items: Item[], jobTypes: JobType[]): string | undefined {
  const chosen = items.map(({ recipe, target, format }) => {
    const found = recipe ? undefined : findTarget(target, format, jobTypes);
    return recipe
      ? { key: recipe.id, title: recipe.name }
      : found && { key: nameChoice(found), title: found.title };
  });
  const [first] = chosen;
  return chosen.every(each => each?.key === first?.key) ? first?.title : undefined;
}

/** Gives each file the conversion. One that has the format already is not converted. */
function chooseForAll({ items }: Choice, target: Target, jobTypes: JobType[]): void {
  for (const { id, format } of items)
    chooseFor(id, {
      target:
        target.isFormat && target.output === format
          ? undefined
          : findCounterpart(target, format, jobTypes)?.id,
    });
}

/** Chooses one conversion for all files, or for all files of a kind. */
export function AllPicker({
  items,
  jobTypes,
  recipes,
}: {
  items: Item[];
  jobTypes: JobType[];
  recipes: Recipe[];
}) {
  const isPhone = useIsPhone();
  if (items.length < 2) return null;
  const label = words.allTo(words.kinds[findKind(items)]);
  const accepting = recipes.filter(({ accepts }) => items.every(({ format }) => accepts.includes(format!)));
  const makeChoice = (title: string, members: Item[]): Choice => ({
    title,
    items: members,
    targets: listChoicesForAll(
      members.map(({ format }) => format),
      jobTypes,
    ),
  });
  const choices = [
    makeChoice(label, items),
    ...listKinds(items).map(([kind, members]) => makeChoice(words.allTo(words.kinds[kind]), members)),
  ];
  const finds = choices.flatMap((choice, index) =>
    choice.targets.map(target => ({
      ...describeFind(target, choice.title, choice.items[0]!.format),
      id: `${index} ${target.id}`,
    })),
  );
  if (finds.length + accepting.length === 0) return null;
  const choose = (id: string) => {
    const recipe = accepting.find(each => each.id === id);
    for (const item of recipe ? items : []) chooseFor(item.id, { recipe: recipe! });
    for (const [index, choice] of choices.entries()) {
      const target = choice.targets.find(each => `${index} ${each.id}` === id);
      if (target) chooseForAll(choice, target, jobTypes);
    }
  };
  return (
    <>
      <Text c="dimmed" className={classes.all}>
        {label}
      </Text>
      <FindPicker
        label={label}
        title={findSame(items, jobTypes) ?? (isPhone ? `${label} …` : strings.options.choose)}
        finds={[...finds, ...accepting.map(findRecipe)]}
        onChoose={choose}
      />
    </>
  );
}
