import { Button, Menu } from '@mantine/core';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { strings } from '../../../wording/strings.ts';
import { nameGroup, readHelp } from '../groups.ts';
import classes from '../options-form.module.css';
import type { ControlProps } from '../props.ts';
import type { OptionSchema } from '../schema.ts';
import { Step } from './step.tsx';

const DrawingPicture = lazy(() =>
  import('./drawing-picture.tsx').then(({ DrawingPicture }) => ({ default: DrawingPicture })),
);
const words = strings.options;

const readKind = ({ properties }: OptionSchema): string => String(properties?.type?.const ?? '');

/** An initial value for a required field of a step. */
const chooseInitialValue = ({
  default: given,
  const: fixed,
  minimum,
  enum: values,
  anyOf,
  examples,
  type,
}: OptionSchema): unknown =>
  fixed ??
  given ??
  examples?.[0] ??
  values?.[0] ??
  anyOf?.[0]?.const ??
  (type === 'integer' || type === 'number' ? Math.max(minimum ?? 0, type === 'integer' ? 100 : 1) : '');

/** Returns a box that leaves out a tenth of the image at each side, or undefined if the browser cannot read the image. */
async function chooseFirstBox(picture: string): Promise<Record<string, number> | undefined> {
  const image = new Image();
  image.src = picture;
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  const [left, top] = [Math.floor(width / 10), Math.floor(height / 10)];
  return { left, top, width: width - 2 * left, height: height - 2 * top };
}

/** Steps after which places in the image are no longer those of the original. */
const movesPixels = new Set(['crop', 'rotate', 'flip', 'border', 'trim']);

/** A list of steps of one or several kinds that can be reordered. */
export function StepsControl({
  value,
  onChange,
  variants,
  picture,
  Field,
}: ControlProps & { variants: OptionSchema[] }) {
  const steps = (value as Record<string, unknown>[] | undefined) ?? [];
  // One step is open at a time, so that a list of several stays short enough to be reordered.
  const [opened, setOpened] = useState<number | undefined>(steps.length - 1);
  const move = (from: number, to: number) => {
    const next = [...steps];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
    if (opened === from || opened === to) setOpened(opened === from ? to : from);
  };
  const add = async (variant: OptionSchema) => {
    const values = Object.fromEntries(
      Object.entries(variant.properties ?? {})
        .filter(
          ([name, { examples }]) =>
            name === 'type' || variant.required?.includes(name) || (examples && !variants[1]),
        )
        .map(([name, schema]) => [name, chooseInitialValue(schema)]),
    );
    const box = picture && variant['x-control'] === 'image-box' ? await chooseFirstBox(picture) : undefined;
    onChange([...steps, { ...values, ...box }]);
    setOpened(steps.length);
  };
  const button = (onClick?: () => void) => (
    <Button size="xs" variant="default" leftSection={<Plus size={14} />} onClick={onClick}>
      {variants[1] ? words.add : words.addEntry}
    </Button>
  );
  return (
    <div>
      {steps.map((step, index) => {
        const variant = variants[1] ? variants.find(each => readKind(each) === step.type) : variants[0];
        const isDrawable =
          variant?.['x-control'] === 'image-box' &&
          !steps.slice(0, index).some(({ type }) => movesPixels.has(String(type)));
        const changeStep = (next: Record<string, unknown>) =>
          onChange(steps.map((each, at) => (at === index ? next : each)));
        const title = variants[1] ? nameGroup(String(step.type)) : String(step.title ?? '');
        return (
          <Step
            key={index}
            title={`${index + 1}. ${title}`}
            help={variant && readHelp(variant)}
            opened={index === opened}
            onToggle={() => setOpened(index === opened ? undefined : index)}
            onUp={index > 0 ? () => move(index, index - 1) : undefined}
            onDown={index < steps.length - 1 ? () => move(index, index + 1) : undefined}
            onRemove={() => {
              onChange(steps.filter((_, at) => at !== index));
              setOpened(undefined);
            }}
          >
            {picture && isDrawable && (
              <Suspense fallback={null}>
                <DrawingPicture
                  picture={picture}
                  label={words.boxes.drawOnImage(title)}
                  box={{
                    x: Number(step.left ?? 0),
                    y: Number(step.top ?? 0),
                    width: Number(step.width),
                    height: Number(step.height),
                  }}
                  onDrawn={({ x, y, ...size }) => changeStep({ ...step, left: x, top: y, ...size })}
                />
              </Suspense>
            )}
            {Object.entries(variant?.properties ?? {})
              .filter(([name]) => name !== 'type')
              .map(([name, schema]) => (
                <Field
                  key={name}
                  name={name}
                  schema={schema}
                  value={step[name]}
                  picture={picture}
                  onChange={next => {
                    const { [name]: _before, ...rest } = step;
                    changeStep({ ...rest, ...(next !== undefined && { [name]: next }) });
                  }}
                />
              ))}
          </Step>
        );
      })}
      {variants[1] ? (
        <Menu position="bottom-start" transitionProps={{ duration: 100 }}>
          <Menu.Target>{button()}</Menu.Target>
          <Menu.Dropdown className={classes.kinds}>
            {variants.map(variant => (
              <Menu.Item key={readKind(variant)} onClick={() => add(variant)}>
                {nameGroup(readKind(variant))}
                <span className={classes.stepHelp}>{readHelp(variant)}</span>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        button(() => add(variants[0]!))
      )}
    </div>
  );
}
