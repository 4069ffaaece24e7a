import type { FailedAttempt } from '@filemill/client';
import { UnstyledButton } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { CodeBlock } from '../../../components/code/code-block.tsx';
import { Fact, Facts } from '../../../components/facts/facts.tsx';
import { Ident } from '../../../components/ident.tsx';
import { When } from '../../../components/when/when.tsx';
import { strings } from '../../../wording/strings.ts';
import classes from './failures.module.css';

const words = strings.system;

function Detail({ failure }: { failure: FailedAttempt }) {
  const { program, exitCode, signal, workerId } = failure;
  const ended =
    signal !== undefined
      ? words.bySignal(signal)
      : exitCode !== undefined
        ? words.withCode(exitCode)
        : undefined;
  return (
    <div className={classes.open}>
      <Facts>
        <Fact name={words.diagnosticId}>
          <Ident value={failure.diagnosticId} name={words.diagnosticId} />
        </Fact>
        <Fact name={words.job}>
          <Ident value={failure.jobId} name={words.job} />
        </Fact>
        <Fact name={words.workspace}>
          <Ident value={failure.workspaceId} name={words.workspace} />
        </Fact>
        <Fact name={words.attempt}>
          {failure.attempt}, {words.outcomes[failure.outcome]}
        </Fact>
        <Fact name={words.engines}>{failure.engines.join(', ')}</Fact>
        {program && (
          <Fact name={words.program}>
            {program} {ended}
          </Fact>
        )}
        {workerId && <Fact name={words.worker}>{workerId}</Fact>}
      </Facts>
      <CodeBlock code={failure.detail} name={words.detail} />
      {failure.stderr && <CodeBlock code={failure.stderr} name={words.ownWords} />}
    </div>
  );
}

/** One failed attempt; when opened, it shows the engine's output. */
export function FailureRow({ failure, startOpen = false }: { failure: FailedAttempt; startOpen?: boolean }) {
  const [open, setOpen] = useState(startOpen);
  return (
    <li className={classes.item}>
      <UnstyledButton className={classes.head} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={16} aria-hidden="true" />
        <span className={classes.reason}>{words.reasons[failure.reason] ?? failure.reason}</span>
        <span className={`${classes.what} ellipsis`}>
          {failure.jobType} <span className="dim">{failure.detail}</span>
        </span>
        <span className="dim">
          <When time={failure.at} />
        </span>
      </UnstyledButton>
      {open && <Detail failure={failure} />}
    </li>
  );
}
