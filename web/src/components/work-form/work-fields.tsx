import type { JobType } from '@filemill/client';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listSharedTargets } from '../../added-files/targets.ts';
import { jobTypeQuery, useJobTypes } from '../../api/job-types.ts';
import { recipesQuery } from '../../api/recipes.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { listSearchWords } from '../../wording/jobs.ts';
import { strings } from '../../wording/strings.ts';
import { filterByWords } from '../finder/filter-options.ts';
import { OptionsForm } from '../options-form/options-form.tsx';
import { isChosen, type Work } from './work.ts';

const words = strings.triggers;

/** A conversion that can be chosen: a job type, with an output format if the formats of the files are known. */
interface Action {
  id: string;
  group: string;
  title: string;
  /** Further search terms: the name of a format is typed more often than that of a conversion. */
  words: string;
  type: string;
  chosen: Record<string, unknown>;
  output: string | undefined;
}

const takesOneFile = ({ available, inputs }: JobType): boolean => available && inputs === 'one';

const listTypes = (types: JobType[]): Action[] =>
  types
    .toSorted((one, other) => one.heading.rank - other.heading.rank)
    .map(type => ({
      id: type.id,
      group: type.heading.title,
      title: type.title,
      words: listSearchWords(type),
      type: type.id,
      chosen: {},
      output: undefined,
    }));

function listConversions(formats: string[], types: JobType[]): Action[] {
  const targets = listSharedTargets(formats, types);
  const suggested = targets.filter(({ rank }) => rank !== undefined);
  const others = targets
    .filter(({ rank }) => rank === undefined)
    .toSorted((one, other) => one.group.rank - other.group.rank);
  return [...suggested, ...others].map(({ id, title, group, jobType, options, output, rank }) => ({
    id,
    group: rank === undefined ? group.title : strings.targets.likely,
    title,
    words: `${jobType.id} ${jobType.title} ${output ?? ''}`,
    type: jobType.id,
    chosen: options,
    output,
  }));
}

function Options({
  work,
  action: { type, chosen, output },
  formats,
  onChange,
}: {
  work: Extract<Work, { type: string }>;
  action: Action;
  /** The formats of the files, as far as they are known. */
  formats: string[];
  onChange: (options: Record<string, unknown>) => void;
}) {
  const { id } = useWorkspace();
  const { outputFormat } = work.options;
  const written = output ?? (typeof outputFormat === 'string' ? outputFormat : undefined);
  const only = formats.length === 1 ? formats[0] : undefined;
  const { data } = useQuery(jobTypeQuery(id, type, only, written));
  const own = Object.fromEntries(Object.entries(work.options).filter(([name]) => !(name in chosen)));
  return (
    data && (
      <OptionsForm
        type={data}
        value={own}
        chosen={chosen}
        input={formats.length > 0 ? formats : undefined}
        output={output}
        onChange={options => onChange({ ...chosen, ...options })}
      />
    )
  );
}

/** Chooses what is done with the files: a recipe, or a conversion that all their known formats have. */
export function WorkFields({
  work,
  formats,
  onChange,
}: {
  work: Work | undefined;
  formats: string[];
  onChange: (work: Work) => void;
}) {
  const { id } = useWorkspace();
  const types = useJobTypes().filter(takesOneFile);
  const { data = [] } = useQuery(recipesQuery(id));
  const recipes = data.filter(({ accepts }) => formats.every(format => accepts.includes(format)));
  const actions = formats.length > 0 ? listConversions(formats, types) : listTypes(types);
  const action = actions.find(action => isChosen(work, action));
  const groups = [...Map.groupBy(actions, ({ group }) => group)].map(([group, members]) => ({
    group,
    items: members.map(({ id, title }) => ({ value: id, label: title })),
  }));
  const listed = recipes.map(({ id, name }) => ({ value: id, label: name }));
  const wordsOf = new Map(actions.map(({ id, words }) => [id, words]));
  const choose = (value: string) => {
    const found = actions.find(({ id }) => id === value);
    onChange(found ? { type: found.type, options: found.chosen } : { recipeId: value });
  };
  return (
    <>
      <Select
        label={words.work}
        placeholder={words.chooseWork}
        description={formats.length > 1 && strings.batches.shared}
        data={[{ group: strings.recipes.title, items: listed }, ...groups].filter(
          ({ items }) => items.length > 0,
        )}
        value={work && 'recipeId' in work ? work.recipeId : (action?.id ?? null)}
        onChange={value => value && choose(value)}
        searchable
        filter={filterByWords(wordsOf)}
        selectFirstOptionOnChange
        required
        allowDeselect={false}
      />
      {work && 'type' in work && action && (
        <Options
          key={action.id}
          work={work}
          action={action}
          formats={formats}
          onChange={options => onChange({ type: work.type, options })}
        />
      )}
    </>
  );
}
