import { Button } from '@mantine/core';
import { strings } from '../../wording/strings.ts';
import { describeWarning, findRemedy, type Remedy, type ShownWarning } from '../../wording/warnings.ts';

/** The actions against warnings that are possible here. */
export type Remedies = Partial<Record<Remedy, (() => void) | undefined>>;

/** A warning about a result, with a button for what helps. */
export function Warning({
  warning,
  remedies = {},
}: {
  warning: ShownWarning;
  remedies?: Remedies | undefined;
}) {
  const remedy = findRemedy(warning);
  const act = remedy && remedies[remedy];
  return (
    <>
      {describeWarning(warning)}
      {act && (
        <Button size="compact-xs" variant="light" ms={8} onClick={act}>
          {strings.result.remedies[remedy]}
        </Button>
      )}
    </>
  );
}
