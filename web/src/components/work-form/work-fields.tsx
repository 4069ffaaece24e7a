import type { JobType } from '@filemill/client';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { jobTypeQuery, useJobTypes } from '../../api/job-types.ts';
import { recipesQuery } from '../../api/recipes.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { strings } from '../../wording/strings.ts';
import { OptionsForm } from '../options-form/options-form.tsx';

const words = strings.triggers;

/** A recipe, or a job type with its options. */
export type Work = { recipeId: string } | { type: string; options: Record<string, unknown> };

const takesOneFile = ({ available, inputs }: JobType): boolean => available && inputs === 'one';

const listChoice = (value: string, label: string) => ({ value, label });

/** Groups job types under the headings of the Convert page, in their order. */
function groupTypes(types: JobType[]) {
  const ordered = types.toSorted((one, other) => one.heading.rank - other.heading.rank);
  return [...Map.groupBy(ordered, ({ heading }) => heading.title)].map(([group, members]) => ({
    group,
    items: members.map(({ id, title }) => listChoice(id, title)),
  }));
}

function Options({
  type,
  options,
  onChange,
}: {
  type: string;
  options: Record<string, unknown>;
  onChange: (options: Record<string, unknown>) => void;
}) {
  const { id } = useWorkspace();
  const output = typeof options.outputFormat === 'string' ? options.outputFormat : undefined;
  const { data } = useQuery(jobTypeQuery(id, type, undefined, output));
  return data && <OptionsForm type={data} value={options} onChange={onChange} />;
}

/** Chooses what is done with the files. */
export function WorkFields({ work, onChange }: { work: Work | undefined; onChange: (work: Work) => void }) {
  const { id } = useWorkspace();
  const types = useJobTypes().filter(takesOneFile);
  const { data: recipes = [] } = useQuery(recipesQuery(id));
  const chosen = work && ('type' in work ? work.type : work.recipeId);
  return (
    <>
      <Select
        label={words.work}
        placeholder={words.chooseWork}
        data={[
          { group: strings.recipes.title, items: recipes.map(recipe => listChoice(recipe.id, recipe.name)) },
          ...groupTypes(types),
        ].filter(({ items }) => items.length > 0)}
        value={chosen ?? null}
        onChange={value =>
          value &&
          onChange(
            recipes.some(recipe => recipe.id === value) ? { recipeId: value } : { type: value, options: {} },
          )
        }
        searchable
        required
        allowDeselect={false}
      />
      {work && 'type' in work && (
        <Options
          key={work.type}
          type={work.type}
          options={work.options}
          onChange={options => onChange({ type: work.type, options })}
        />
      )}
    </>
  );
}
