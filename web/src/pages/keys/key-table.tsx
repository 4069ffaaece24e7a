import type { Key } from '@filemill/client';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Rows } from '../../components/rows/rows.tsx';
import { strings } from '../../wording/strings.ts';
import { columns, KeyRow } from './key-row.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import type { ShownKey } from './shown-once.tsx';

const words = strings.keys;

/** Active keys, each followed by the one it replaced; inactive ones on request. */
export function KeyTable({
  keys,
  mayChange,
  onShow,
}: {
  keys: Key[];
  mayChange: boolean;
  onShow: (key: ShownKey) => void;
}) {
  const [showEnded, setShowEnded] = useState(false);
  const [rotating, setRotating] = useState<Key>();
  const working = keys.filter(({ status }) => status === 'active');
  const ended = keys.filter(({ status }) => status !== 'active');
  const replaced = (key: Key) => working.filter(({ rotatedTo }) => rotatedTo === key.id);
  const first = working.filter(({ rotatedTo }) => !working.some(({ id }) => id === rotatedTo));
  const ordered: Key[] = [];
  const add = (key: Key) => {
    ordered.push(key);
    replaced(key).forEach(add);
  };
  first.forEach(add);
  return (
    <>
      <Rows caption={words.title} columns={mayChange ? columns : columns.slice(0, -1)}>
        {[...ordered, ...(showEnded ? ended : [])].map(key => (
          <KeyRow key={key.id} item={key} mayChange={mayChange} onRotate={() => setRotating(key)} />
        ))}
      </Rows>
      {ended.length > 0 && (
        <Button
          variant="subtle"
          color="gray"
          mt="sm"
          aria-expanded={showEnded}
          onClick={() => setShowEnded(!showEnded)}
        >
          {showEnded ? words.hideEnded : words.showEnded(ended.length)}
        </Button>
      )}
      <RotateDialog
        rotating={rotating}
        onClose={() => setRotating(undefined)}
        onRotated={key => {
          setRotating(undefined);
          onShow(key);
        }}
      />
    </>
  );
}
