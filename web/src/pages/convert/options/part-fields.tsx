import type { JobType } from '@filemill/client';
import { ActionIcon, Button, Group, Input, NativeSelect } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { X } from 'lucide-react';
import { useId, useRef } from 'react';
import { addFiles } from '../../../added-files/add.ts';
import { guessFormat } from '../../../added-files/formats.ts';
import { getStage, type Item } from '../../../added-files/item.ts';
import { changeParts, listOpenRoles, listParts } from '../../../added-files/parts.ts';
import { useItems } from '../../../added-files/store.ts';
import { strings } from '../../../wording/strings.ts';

const words = strings.convert.parts;

interface PartFieldsProps {
  item: Item;
  jobType: JobType;
  jobTypes: JobType[];
}

/** The files that a conversion takes besides the item's own, such as the stamp for a document. */
export const PartFields = (props: PartFieldsProps) =>
  listOpenRoles(props.item, props.jobType).map(role => <PartField key={role.name} role={role} {...props} />);

function PartField({
  item,
  jobTypes,
  role,
}: PartFieldsProps & { role: ReturnType<typeof listOpenRoles>[number] }) {
  const labelId = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const items = useItems(item.workspaceId);
  const chosen = listParts(item, role.name);
  const ids = chosen.map(({ id }) => id);
  const accepted = new Set(role.formats);
  const fits = (format: string | undefined) => format !== undefined && accepted.has(format);
  const listed = items.filter(
    other =>
      other.id !== item.id &&
      !ids.includes(other.id) &&
      fits(other.format) &&
      ['uploading', 'ready'].includes(getStage(other)) &&
      !other.parts,
  );
  const add = (added: string[]) => changeParts(item, role.name, [...ids, ...added]);

  function take(files: File[]) {
    const wrong = files.find(file => !fits(guessFormat(file.name, file.type, jobTypes)));
    if (wrong)
      return notifications.show({
        message: words.wrongFormat(wrong.name, role.formats.join(', ')),
        color: 'red',
      });
    const added = files.map(file => ({ file }));
    add(addFiles(item.workspaceId, added, jobTypes).map(({ id }) => id));
  }

  return (
    <div role="group" aria-labelledby={labelId} data-role={role.name}>
      <Input.Label id={labelId} required={!role.optional || role.shownWhen !== undefined}>
        {role.title.replace(/[.。]$/, '')}
      </Input.Label>
      {chosen.map(({ id, name }) => (
        <Group key={id} gap="xs" wrap="nowrap" mb={role.many ? 4 : 'md'}>
          <span className="ellipsis" dir="auto">
            {name}
          </span>
          <ActionIcon
            size="sm"
            aria-label={words.remove(name)}
            onClick={() =>
              changeParts(
                item,
                role.name,
                ids.filter(each => each !== id),
              )
            }
          >
            <X size={14} />
          </ActionIcon>
        </Group>
      ))}
      {(role.many || chosen.length === 0) && (
        <Group gap="xs" align="end" mb="md">
          <Button variant="default" size="xs" onClick={() => chooser.current?.click()}>
            {words.choose}
          </Button>
          <input
            ref={chooser}
            type="file"
            hidden
            multiple={role.many}
            onChange={event => {
              take([...(event.currentTarget.files ?? [])]);
              event.currentTarget.value = '';
            }}
          />
          {listed.length > 0 && (
            <NativeSelect
              size="xs"
              aria-label={words.fromList}
              value=""
              onChange={event => add([event.currentTarget.value])}
              data={[
                { value: '', label: words.fromList },
                ...listed.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
        </Group>
      )}
    </div>
  );
}
