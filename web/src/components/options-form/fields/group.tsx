import classes from '../options-form.module.css';
import type { ControlProps } from '../props.ts';
import type { OptionSchema } from '../schema.ts';

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
