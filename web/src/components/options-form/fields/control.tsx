import {
  ColorInput,
  MultiSelect,
  NativeSelect,
  PasswordInput,
  SegmentedControl,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { lazy, Suspense } from 'react';
import { sortLanguages } from '../../../wording/language-names.ts';
import { nameValue } from '../../../wording/options.ts';
import { strings } from '../../../wording/strings.ts';
import type { ControlProps } from '../props.ts';
import { type Choice, type Control, getDefault } from '../schema.ts';
import { BytesControl } from './bytes.tsx';
import { FileControl } from './file.tsx';
import { GroupControl } from './group.tsx';
import { NumberControl } from './number.tsx';
import { PairsControl } from './pairs.tsx';
import { SeveralControl } from './several.tsx';
import { StepsControl } from './steps.tsx';

const PagesControl = lazy(() =>
  import('./pages.tsx').then(({ PagesControl }) => ({ default: PagesControl })),
);
const FormControl = lazy(() => import('./form.tsx').then(({ FormControl }) => ({ default: FormControl })));
const BoxesControl = lazy(() =>
  import('./boxes.tsx').then(({ BoxesControl }) => ({ default: BoxesControl })),
);
const PlaceArea = lazy(() => import('./place.tsx').then(({ PlaceArea }) => ({ default: PlaceArea })));
const words = strings.options;

/** Up to this many short choices are shown side by side. */
const shownSideBySide = { count: 4, letters: 30 };

/** The control of one option. */
export function OptionControl({ control, ...props }: ControlProps & { control: Control }) {
  const { id, schema, value, onChange, label, described } = props;
  const shown = value ?? getDefault(schema);
  const text = { id, 'aria-describedby': described };
  switch (control.kind) {
    case 'switch':
      return (
        <Switch
          {...text}
          checked={shown === true}
          onChange={event => onChange(event.currentTarget.checked)}
          label={shown === true ? words.on : words.off}
        />
      );
    case 'choice':
      return <ChoiceControl {...props} values={control.values} />;
    case 'place':
      return (
        <>
          <Suspense fallback={null}>
            <PlaceArea {...props} value={shown} />
          </Suspense>
          <ChoiceControl {...props} values={control.values} />
        </>
      );
    case 'number':
      return <NumberControl {...props} control={control} />;
    case 'colour':
      return (
        <ColorInput
          {...text}
          value={String(shown ?? '')}
          onChange={onChange}
          placeholder={schema['x-labels']?.[''] ?? words.auto}
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
      if (control.values.length > 0)
        return (
          <MultiSelect
            {...text}
            value={(shown as string[]) ?? []}
            onChange={onChange}
            data={(props.name === 'languages' ? sortLanguages(control.values) : control.values).map(each => ({
              value: each,
              label: nameValue(props.name, each),
            }))}
            searchable
            selectFirstOptionOnChange
            {...(schema.maxItems && { maxValues: schema.maxItems })}
            aria-label={label}
          />
        );
      return (
        <TagsInput
          {...text}
          value={((shown as unknown[]) ?? []).map(String)}
          onChange={next => onChange(schema.items?.type === 'number' ? readNumbers(next) : next)}
          {...(schema.maxItems && { maxTags: schema.maxItems })}
          // It proposes nothing, and an open list would take the Escape that closes the drawer.
          dropdownOpened={false}
          aria-label={label}
        />
      );
    case 'several':
      return <SeveralControl {...props} values={control.values} />;
    case 'bytes':
      return <BytesControl {...props} />;
    case 'file':
      return <FileControl {...props} />;
    case 'form':
      return props.formFields === undefined ? (
        <PairsControl {...props} />
      ) : (
        <Suspense fallback={null}>
          <FormControl {...props} fields={props.formFields} />
        </Suspense>
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
          placeholder={schema['x-labels']?.[''] ?? ''}
        />
      );
    }
  }
}

function ChoiceControl({
  id,
  name,
  schema,
  value,
  onChange,
  values,
  label,
  described,
  required,
}: ControlProps & { values: Choice[] }) {
  const standard = getDefault(schema);
  const shown = value ?? standard;
  const labels = schema['x-labels'];
  const formatValue = (each: Choice) => nameValue(name, each, labels);
  const pick = (chosen: string) => onChange(values.find(each => String(each) === chosen));
  const letters = values.map(formatValue).join('').length;
  if (standard !== undefined && values.length <= shownSideBySide.count && letters <= shownSideBySide.letters)
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
        ...(standard === undefined
          ? [{ value: '', label: required ? words.choose : (labels?.[''] ?? words.auto) }]
          : []),
        ...(name === 'language' ? sortLanguages(values, labels) : values).map(each => ({
          value: String(each),
          label: formatValue(each),
        })),
      ]}
    />
  );
}

/** Reads the texts that are numbers, with a point or a comma. */
const readNumbers = (texts: string[]): number[] =>
  texts.map(text => Number(text.replace(',', '.'))).filter(Number.isFinite);
