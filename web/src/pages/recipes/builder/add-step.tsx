import type { JobType } from '@filemill/client';
import { ActionIcon, Button, Popover, Text, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Ban, Plus } from 'lucide-react';
import { useState } from 'react';
import { type StepChoice, stepChoicesQuery } from '../../../api/recipes.ts';
import { useMay, useWorkspace } from '../../../api/workspace.ts';
import { type Find, Finder } from '../../../components/finder/finder.tsx';
import { listSearchWords } from '../../../wording/jobs.ts';
import { strings } from '../../../wording/strings.ts';
import { type DraftStep, newStep, sentSteps } from '../draft.ts';
import classes from './builder.module.css';

const words = strings.recipes;
const maxSteps = 16;

/** Lists the steps that fit under the headings of the Convert page, then the others with the reason why they do not. */
function listFinds(choices: StepChoice[], types: JobType[]): Find[] {
  const made = choices.flatMap(choice => {
    const type = types.find(({ id }) => id === choice.jobType);
    if (!type) return [];
    const find: Find = {
      id: type.id,
      title: type.title,
      group: choice.fits ? type.heading.title : words.doesNotFit,
      note: choice.fits ? type.summary : (choice.reason ?? ''),
      words: listSearchWords(type),
      ...(!choice.fits && { icon: <Ban size={14} aria-hidden="true" /> }),
    };
    return [{ rank: choice.fits ? type.heading.rank : Number.POSITIVE_INFINITY, find }];
  });
  return made.sort((one, other) => one.rank - other.rank || 0).map(({ find }) => find);
}

function Choices({
  steps,
  at,
  types,
  onChoose,
}: {
  steps: DraftStep[];
  at: number;
  types: JobType[];
  onChoose: (step: DraftStep) => void;
}) {
  const workspace = useWorkspace();
  const { data } = useQuery(stepChoicesQuery(workspace.id, sentSteps(steps), at));
  const [refused, setRefused] = useState<string>();
  if (!data) return <Text p="md">{words.looking}</Text>;
  const choose = ({ id }: Find) => {
    const choice = data.find(({ jobType }) => jobType === id)!;
    const { forEach, collect, options = {} } = choice;
    const links = { ...(forEach && { forEach }), ...(collect && { collect }) };
    if (choice.fits) onChoose({ ...newStep(types.find(type => type.id === id)!, options), ...links });
    else setRefused(choice.reason);
  };
  return (
    <>
      <Finder finds={listFinds(data, types)} placeholder={words.findStep} onChoose={choose} />
      {refused && (
        <Text role="alert" px="md" pb="sm" c="var(--bad)">
          {refused}
        </Text>
      )}
    </>
  );
}

/** The `+` between two steps. */
export function AddStep({
  steps,
  at,
  types,
  onAdd,
  wide,
}: {
  steps: DraftStep[];
  at: number;
  types: JobType[];
  onAdd: (at: number, step: DraftStep) => void;
  wide?: boolean;
}) {
  const mayWrite = useMay('member');
  const [opened, setOpened] = useState(false);
  const label = wide ? words.addFirst : words.addAt(at + 1);
  const full = steps.length >= maxSteps;
  return (
    <div className={classes.gap}>
      <Popover
        opened={opened}
        onChange={setOpened}
        width={440}
        position="bottom"
        withinPortal
        trapFocus
        shadow="md"
        transitionProps={{ duration: 100 }}
      >
        <Popover.Target>
          {wide ? (
            <Button
              variant="default"
              leftSection={<Plus size={16} aria-hidden="true" />}
              onClick={() => setOpened(!opened)}
              disabled={!mayWrite}
            >
              {label}
            </Button>
          ) : (
            <Tooltip label={full ? words.full(maxSteps) : label} disabled={opened}>
              <ActionIcon
                radius="xl"
                variant="default"
                aria-label={label}
                onClick={() => setOpened(!opened)}
                disabled={!mayWrite || full}
              >
                <Plus size={16} />
              </ActionIcon>
            </Tooltip>
          )}
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label={label}>
          {opened && (
            <Choices
              steps={steps}
              at={at}
              types={types}
              onChoose={step => {
                setOpened(false);
                onAdd(at, step);
              }}
            />
          )}
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
