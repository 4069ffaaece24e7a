import {
  ColorInput,
  NativeSelect,
  PasswordInput,
  SegmentedControl,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { lazy, Suspense } from 'react';
import { strings } from '../../../wording/strings.ts';
import type { ControlProps } from '../props.ts';
import type { Choice, Control } from '../schema.ts';
import { GroupControl, StepsControl } from './nested.tsx';
import { NumberControl } from './number.tsx';
import { PairsControl } from './pairs.tsx';

const PagesControl = lazy(() =>
  import('./pages.tsx').then(({ PagesControl }) => ({ default: PagesControl })),
);
const BoxesControl = lazy(() =>
  import('./boxes.tsx').then(({ BoxesControl }) => ({ default: BoxesControl })),
);
const words = strings.options;

/** Up to this many short choices are shown side by side. */
const besides = { count: 4, letters: 30 };

/** The control of one option. */
export function OptionControl({ control, ...props }: ControlProps & { control: Control }) {
  const { id, schema, value, onChange, label, described } = props;
  const shown = value ?? schema.default;
  const text = { id, 'aria-describedby': described };
  switch (control.kind) {
    case 'switch':
      return (
        <Switch
          {...text}
          checked={shown === true}
          onChange={event => onChange(event.currentTarget.checked)}
          label={shown === true ? words.on : words.off}
          withThumbIndicator={false}
        />
      );
    case 'choice':
      return <ChoiceControl {...props} values={control.values} />;
    case 'number':
      return <NumberControl {...props} control={control} />;
    case 'colour':
      return (
        <ColorInput
          {...text}
          value={String(shown ?? '')}
          onChange={onChange}
          placeholder={words.auto}
          format="hex"
          eyeDropperButtonProps={{ 'aria-label': words.pickColour }}
          popoverProps={{ transitionProps: { duration: 100 } }}
        />
      );
    case 'pages':
      return (
        <Suspense fallback={<TextInput {...text} value={String(shown ?? '')} readOnly />}>
          <PagesControl {...props} />
        </Suspense>
      );
    case 'password':
      return (
        <PasswordInput
          {...text}
          value={String(shown ?? '')}
          onChange={event => onChange(event.currentTarget.value)}
          autoComplete="new-password"
        />
      );
    case 'list':
      return (
        <TagsInput
          {...text}
          value={(shown as string[]) ?? []}
          onChange={onChange}
          data={control.values}
          {...(schema.maxItems && { maxTags: schema.maxItems })}
          aria-label={label}
        />
      );
    case 'group':
      return <GroupControl {...props} properties={control.properties} />;
    case 'steps':
      return <StepsControl {...props} variants={control.variants} />;
    case 'boxes':
      return (
        <Suspense fallback={null}>
          <BoxesControl {...props} many={control.many} />
        </Suspense>
      );
    case 'pairs':
      return <PairsControl {...props} />;
    case 'text': {
      const Input = control.long ? Textarea : TextInput;
      return (
        <Input
          {...text}
          value={String(shown ?? '')}
          onChange={(event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value)}
          placeholder={words.auto}
        />
      );
    }
  }
}

const formatValue = (value: Choice): string => words.values[String(value)] ?? String(value);

function ChoiceControl({
  id,
  schema,
  value,
  onChange,
  values,
  label,
  described,
  required,
}: ControlProps & { values: Choice[] }) {
  const shown = value ?? schema.default;
  const pick = (chosen: string) => onChange(values.find(each => String(each) === chosen));
  const letters = values.map(formatValue).join('').length;
  if (schema.default !== undefined && values.length <= besides.count && letters <= besides.letters)
    return (
      <SegmentedControl
        value={String(shown)}
        onChange={pick}
        data={values.map(each => ({ value: String(each), label: formatValue(each) }))}
        aria-label={label}
        aria-describedby={described}
        transitionDuration={100}
        size="xs"
      />
    );
  return (
    <NativeSelect
      id={id}
      aria-describedby={described}
      value={shown === undefined ? '' : String(shown)}
      onChange={event => pick(event.currentTarget.value)}
      data={[
        ...(schema.default === undefined ? [{ value: '', label: required ? words.choose : words.auto }] : []),
        ...values.map(each => ({ value: String(each), label: formatValue(each) })),
      ]}
    />
  );
}
