import { UnstyledButton } from '@mantine/core';
import { strings } from '../../../wording/strings.ts';
import type { Draft } from '../draft.ts';
import { templates } from '../templates.ts';
import classes from './examples.module.css';

const words = strings.recipes;

/** Recipes to begin with, shown while there are no steps. */
export const Examples = ({ onChoose }: { onChoose: (draft: Draft) => void }) => (
  <section aria-labelledby="examples" className={classes.examples}>
    <h2 id="examples">{words.fromExample}</h2>
    {Object.entries(templates).map(([id, makeDraft]) => {
      const { name, does } = words.templates[id as keyof typeof words.templates];
      return (
        <UnstyledButton key={id} className={classes.example} onClick={() => onChoose(makeDraft())}>
          {name}
          <div className="dim">{does}</div>
        </UnstyledButton>
      );
    })}
  </section>
);
