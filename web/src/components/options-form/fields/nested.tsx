import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { strings } from '../../../wording/strings.ts';
import { nameGroup } from '../groups.ts';
import classes from '../options-form.module.css';
import type { ControlProps } from '../props.ts';
import type { OptionSchema } from '../schema.ts';

const DrawingPicture = lazy(() =>
  import('./drawing-picture.tsx').then(({ DrawingPicture }) => ({ default: DrawingPicture })),
);
const words = strings.options;

/** An option with options of its own, such as the permissions of a PDF. All of them are sent once one is changed. */
export function GroupControl({
  schema,
  value,
  onChange,
  properties,
  Field,
}: ControlProps & { properties: Record<string, OptionSchema> }) {
  const held = { ...collectDefaults(schema), ...(value as object | undefined) } as Record<string, unknown>;
  return (
    <div className={classes.nested}>
      {Object.entries(properties).map(([name, each]) => {
        const standard = (schema.default as Record<string, unknown> | undefined)?.[name] ?? each.default;
        return (
          <Field
            key={name}
            name={name}
            schema={{ ...each, default: standard }}
            value={held[name] === standard ? undefined : held[name]}
            onChange={next => onChange({ ...held, [name]: next ?? standard })}
          />
        );
      })}
    </div>
  );
}

/** The fields that are required if any field is set. */
function collectDefaults({ properties = {}, default: given }: OptionSchema): Record<string, unknown> {
  const each = Object.entries(properties).flatMap(([name, schema]) =>
    schema.default === undefined ? [] : [[name, schema.default] as const],
  );
  return { ...Object.fromEntries(each), ...(given as object | undefined) };
}

const readKind = ({ properties }: OptionSchema): string => String(properties?.type?.const ?? '');

/** An initial value for a required field of a step. */
const chooseInitialValue = ({
  default: given,
  const: fixed,
  minimum,
  enum: values,
  anyOf,
  type,
}: OptionSchema): unknown =>
  fixed ??
  given ??
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

/** A list of steps of several kinds that can be reordered. */
export function StepsControl({
  value,
  onChange,
  variants,
  picture,
  Field,
}: ControlProps & { variants: OptionSchema[] }) {
  const steps = (value as Record<string, unknown>[] | undefined) ?? [];
  const move = (from: number, to: number) => {
    const next = [...steps];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  const add = async (variant: OptionSchema) => {
    const values = Object.fromEntries(
      Object.entries(variant.properties ?? {})
        .filter(([name]) => name === 'type' || variant.required?.includes(name))
        .map(([name, schema]) => [name, chooseInitialValue(schema)]),
    );
    const box = picture && variant['x-control'] === 'image-box' ? await chooseFirstBox(picture) : undefined;
    onChange([...steps, { ...values, ...box }]);
  };
  return (
    <div>
      {steps.map((step, index) => {
        const variant = variants.find(each => readKind(each) === step.type);
        const isDrawable =
          variant?.['x-control'] === 'image-box' &&
          !steps.slice(0, index).some(({ type }) => movesPixels.has(String(type)));
        const changeStep = (next: Record<string, unknown>) =>
          onChange(steps.map((each, at) => (at === index ? next : each)));
        return (
          <div key={index} className={classes.step}>
            <Group justify="space-between" mb="xs">
              <strong>{nameGroup(String(step.type))}</strong>
              <Group gap={4}>
                <ActionIcon
                  disabled={index === 0}
                  aria-label={words.up}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowUp size={14} />
                </ActionIcon>
                <ActionIcon
                  disabled={index === steps.length - 1}
                  aria-label={words.down}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowDown size={14} />
                </ActionIcon>
                <ActionIcon
                  aria-label={words.remove}
                  onClick={() => onChange(steps.filter((_, at) => at !== index))}
                >
                  <X size={14} />
                </ActionIcon>
              </Group>
            </Group>
            {picture && isDrawable && (
              <Suspense fallback={null}>
                <DrawingPicture
                  picture={picture}
                  label={words.boxes.drawOnImage(nameGroup(String(step.type)))}
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
          </div>
        );
      })}
      <Menu position="bottom-start" transitionProps={{ duration: 100 }}>
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<Plus size={14} />}>
            {words.add}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {variants.map(variant => (
            <Menu.Item key={readKind(variant)} onClick={() => add(variant)}>
              {nameGroup(readKind(variant))}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
