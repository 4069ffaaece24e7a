import { useSortable } from '@dnd-kit/sortable';
import type { JobType } from '@filemill/client';
import { ActionIcon, Menu, TextInput, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, ChevronDown, ChevronUp, Ellipsis, GripVertical, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { jobTypeQuery } from '../../../api/job-types.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { OptionsForm } from '../../../components/options-form/options-form.tsx';
import { joinFacts } from '../../../wording/join-facts.ts';
import { direction, locale } from '../../../wording/language.ts';
import { changedOptions, describeMessage, summariseOptions } from '../../../wording/options.ts';
import { strings } from '../../../wording/strings.ts';
import type { DraftStep } from '../draft.ts';
import classes from './builder.module.css';
import { StepLinks } from './step-links.tsx';
import { TrialState } from './trial-state.tsx';
import type { TrialStep } from './use-trial.ts';

const words = strings.recipes;

interface StepCardProps {
  step: DraftStep;
  index: number;
  last: boolean;
  type: JobType | undefined;
  /** The possible input formats. */
  inputs: string[];
  /** The names of the steps before it. */
  earlier: string[];
  /** The lines of a recipe with branches. */
  lanes: ReactNode;
  errors: { path: string; message: string }[];
  trial: TrialStep | undefined;
  opened: boolean;
  before: ReactNode;
  onToggle: () => void;
  onChange: (step: DraftStep) => void;
  onRemove: () => void;
  onMove: (by: 1 | -1) => void;
}

/** Makes "`steps.0.options.fontSize` must be …" read "Font size must be …". */
function describeError(
  { path, message }: { path: string; message: string },
  type: JobType | undefined,
): string {
  const [name, ...within] = path.split('.').slice(3);
  const fields = (type?.options as { properties?: Record<string, { title?: string }> })?.properties ?? {};
  // People know a job type by its title.
  if (!name) return describeMessage(type ? message.replace(`${type.id} `, `${type.title} `) : message, type);
  const subject = [fields[name]?.title ?? name, ...within].join(' ');
  return describeMessage(message.replace(/^Step \d+: /, '').replace(`\`${path}\``, subject), type);
}

function Form({
  step,
  type,
  inputs,
  earlier,
  onChange,
}: Pick<StepCardProps, 'step' | 'inputs' | 'earlier' | 'onChange'> & { type: JobType }) {
  const workspace = useWorkspace();
  const target = typeof step.options.outputFormat === 'string' ? step.options.outputFormat : undefined;
  // It is only known which options apply if there is one input format.
  const input = inputs.length === 1 ? inputs[0] : undefined;
  const { data: fitting = type } = useQuery(jobTypeQuery(workspace.id, type.id, input, target));
  return (
    <div className={classes.form}>
      <TextInput
        label={words.stepName}
        value={step.name}
        maxLength={200}
        mb="md"
        onChange={event => onChange({ ...step, name: event.currentTarget.value })}
      />
      {step.secretOptions && <p className="dim">{words.secretKept(step.secretOptions.join(', '))}</p>}
      <OptionsForm
        type={fitting}
        input={input}
        value={changedOptions(step.options, type)}
        onChange={options => onChange({ ...step, options })}
      />
      <StepLinks step={step} earlier={earlier} formats={inputs} onChange={onChange} />
    </div>
  );
}

/** Describes where a step's files come from, if that is not just the previous step. */
function describeLinks({ from, forEach, collect, when, output }: DraftStep): string[] {
  const { input, takes, each, together, conditional, delivered } = words.links;
  // The label stands within a sentence here.
  const theInput = input.charAt(0).toLocaleLowerCase(locale) + input.slice(1);
  const names = [from ?? []].flat().map(name => (name === 'input' ? theInput : name));
  return [
    ...(names.length > 0 ? [takes(names.join(', '))] : []),
    ...(forEach ? [each] : []),
    ...(collect ? [together] : []),
    ...(when ? [conditional] : []),
    ...(output ? [delivered] : []),
  ];
}

export function StepCard(props: StepCardProps) {
  const { step, index, last, type, errors, trial, opened, before, lanes, onToggle, onRemove, onMove } = props;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: step.key });
  const name = step.name || type?.title || step.jobType;
  const summary = summariseOptions(step.options, type);
  return (
    <li
      ref={setNodeRef}
      className={classes.step}
      style={{
        transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
        transition,
      }}
    >
      {lanes}
      <div>
        {before}
        <div
          className={classes.card}
          data-wrong={errors.length > 0 || undefined}
          data-dragging={isDragging || undefined}
        >
          <div className={classes.row}>
            <UnstyledButton
              ref={setActivatorNodeRef}
              className={classes.handle}
              {...attributes}
              {...listeners}
              aria-label={words.drag(name)}
            >
              <GripVertical size={16} aria-hidden="true" />
            </UnstyledButton>
            <UnstyledButton className={classes.what} onClick={onToggle} aria-expanded={opened}>
              <span className={`${classes.title} ellipsis`} dir="auto">
                {index + 1}. {name}
              </span>
              <span className={`${classes.summary} ellipsis`}>
                {type &&
                  (joinFacts(
                    [name === type.title ? '' : type.title, ...describeLinks(step), summary].filter(Boolean),
                    direction,
                  ) ||
                    words.asUsual)}
              </span>
            </UnstyledButton>
            <ActionIcon onClick={onToggle} aria-label={opened ? words.close(name) : words.open(name)}>
              {opened ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
            </ActionIcon>
            <Menu position="bottom-end" transitionProps={{ duration: 100 }}>
              <Menu.Target>
                <ActionIcon aria-label={words.moreOf(name)}>
                  <Ellipsis size={16} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<ArrowUp size={16} />}
                  disabled={index === 0}
                  onClick={() => onMove(-1)}
                >
                  {words.moveUp}
                </Menu.Item>
                <Menu.Item leftSection={<ArrowDown size={16} />} disabled={last} onClick={() => onMove(1)}>
                  {words.moveDown}
                </Menu.Item>
                <Menu.Item color="red" leftSection={<Trash2 size={16} />} onClick={onRemove}>
                  {words.removeStep}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </div>
          {errors.length > 0 && (
            <ul className={classes.errors}>
              {errors.map(error => (
                <li key={error.path + error.message}>{describeError(error, type)}</li>
              ))}
            </ul>
          )}
          {opened && type && <Form {...props} type={type} />}
          {trial && <TrialState trial={trial} />}
        </div>
      </div>
    </li>
  );
}
