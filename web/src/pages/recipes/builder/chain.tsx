import {
  type Announcements,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import type { JobType } from '@filemill/client';
import { useState } from 'react';
import type { RecipePreview } from '../../../api/recipes.ts';
import { nameFormat } from '../../../wording/format-names.ts';
import { strings } from '../../../wording/strings.ts';
import type { DraftStep } from '../draft.ts';
import { AddStep } from './add-step.tsx';
import classes from './builder.module.css';
import { drawLanes, findSources, isBranching } from './draw-lanes.ts';
import { Lanes } from './lanes.tsx';
import { StepCard } from './step-card.tsx';
import type { TrialStep } from './use-trial.ts';

const words = strings.recipes;

/** The formats that most people know. */
const known = 'pdf docx odt rtf txt md html epub pptx xlsx csv json png jpeg webp mp4 mp3'.split(' ');

/** Names some formats, well-known ones first. */
const nameFormats = (formats: string[]): string => {
  const most = 12;
  const sorted = [
    ...known.filter(each => formats.includes(each)),
    ...formats.filter(each => !known.includes(each)),
  ];
  const text = sorted.slice(0, most).map(nameFormat).join(', ');
  return formats.length > most ? words.andMoreFormats(text, formats.length - most) : text;
};

/** Compares the nearer edges, because the centre of an open card is far from where it is held. */
const nearestEdge: CollisionDetection = ({ collisionRect, droppableRects, droppableContainers }) =>
  droppableContainers
    .map(droppableContainer => {
      const rect = droppableRects.get(droppableContainer.id);
      const value = rect
        ? Math.min(Math.abs(rect.top - collisionRect.top), Math.abs(rect.bottom - collisionRect.bottom))
        : Number.POSITIVE_INFINITY;
      return { id: droppableContainer.id, data: { droppableContainer, value } };
    })
    .sort((one, other) => one.data.value - other.data.value);

/** The steps from the input to the output, with a place to add one between each two. */
export function Chain({
  steps,
  types,
  preview,
  trial,
  onChange,
}: {
  steps: DraftStep[];
  types: JobType[];
  preview: RecipePreview | undefined;
  trial: TrialStep[];
  onChange: (steps: DraftStep[]) => void;
}) {
  const [opened, setOpened] = useState<string>();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (key: unknown) => steps.findIndex(step => step.key === key);
  const nameOf = (key: unknown) => steps[placeOf(key)]?.name ?? '';
  const announcements: Announcements = {
    onDragStart: ({ active }) => words.pickedUp(nameOf(active.id)),
    onDragOver: ({ active, over }) =>
      over ? words.movedOver(nameOf(active.id), placeOf(over.id) + 1) : undefined,
    onDragEnd: ({ active, over }) => words.putDown(nameOf(active.id), placeOf(over?.id ?? active.id) + 1),
    onDragCancel: ({ active }) => words.putBack(nameOf(active.id)),
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onChange(arrayMove(steps, placeOf(active.id), placeOf(over.id)));
  };
  const insert = (at: number, step: DraftStep) => {
    onChange([...steps.slice(0, at), step, ...steps.slice(at)]);
    setOpened(step.key);
  };
  const branching = isBranching(steps);
  const { rows, columns } = drawLanes(steps);
  const used = new Set(steps.flatMap((_, index) => findSources(steps, index)));
  const last = [
    ...new Set(
      (preview?.steps ?? []).flatMap(({ index, outputs }) => (used.has(index) ? [] : (outputs ?? []))),
    ),
  ];
  const listInputs = (index: number) => [
    ...new Set(
      findSources(steps, index).flatMap(source =>
        source < 0 ? (preview?.accepts ?? []) : (preview?.steps[source]?.outputs ?? []),
      ),
    ),
  ];
  // Steps refer to each other by name, so a new name is also given to the steps that use it.
  const change = (before: DraftStep, after: DraftStep) =>
    onChange(
      steps.map(step => {
        if (step.key === before.key) return after;
        if (step.from === undefined || before.name === after.name || !after.name) return step;
        const rename = (name: string) => (name === before.name ? after.name : name);
        return { ...step, from: typeof step.from === 'string' ? rename(step.from) : step.from.map(rename) };
      }),
    );
  return (
    <div>
      <div className={classes.end}>
        <strong>{words.takes}</strong>{' '}
        {steps.length === 0
          ? words.takesNothing
          : !preview
            ? words.checking
            : preview.accepts.length > 0
              ? nameFormats(preview.accepts)
              : words.takesUnknown}
      </div>
      <DndContext
        sensors={sensors}
        collisionDetection={nearestEdge}
        onDragEnd={drop}
        accessibility={{
          announcements,
          screenReaderInstructions: { draggable: words.dragHelp },
        }}
      >
        <SortableContext items={steps.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
          <ol className={classes.chain} aria-label={words.steps}>
            {steps.map((step, index) => (
              <StepCard
                key={step.key}
                step={step}
                index={index}
                last={index === steps.length - 1}
                type={types.find(({ id }) => id === step.jobType)}
                inputs={listInputs(index)}
                earlier={steps.slice(0, index).map(({ name }) => name)}
                lanes={branching && <Lanes row={rows[index]!} columns={columns} />}
                errors={preview?.steps[index]?.errors ?? []}
                trial={trial[index]}
                opened={opened === step.key}
                onToggle={() => setOpened(opened === step.key ? undefined : step.key)}
                onChange={changed => change(step, changed)}
                onRemove={() => onChange(steps.filter(each => each.key !== step.key))}
                onMove={by => onChange(arrayMove(steps, index, index + by))}
                before={<AddStep steps={steps} at={index} types={types} onAdd={insert} />}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <AddStep steps={steps} at={steps.length} types={types} onAdd={insert} wide={steps.length === 0} />
      <div className={classes.end}>
        <strong>{words.gives}</strong>{' '}
        {last.length > 0
          ? nameFormats(last)
          : steps.length === 0
            ? words.givesNothing
            : preview
              ? words.givesUnknown
              : words.checking}
      </div>
    </div>
  );
}
