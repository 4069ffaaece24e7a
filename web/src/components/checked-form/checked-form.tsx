import { Input } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { findInvalid, type InvalidField } from './find-invalid.ts';

/** A message below a field, which also refers to it. */
function Problem({ invalid: { field, message } }: { invalid: InvalidField }) {
  const id = useId();
  useEffect(() => {
    const described = field.getAttribute('aria-describedby');
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', described ? `${described} ${id}` : id);
    return () => {
      field.removeAttribute('aria-invalid');
      if (described) field.setAttribute('aria-describedby', described);
      else field.removeAttribute('aria-describedby');
    };
  }, [field, id]);
  const place = field.closest('.mantine-InputWrapper-root') ?? field.parentElement;
  return (
    place &&
    createPortal(
      <Input.Error id={id} mt={4} role="alert">
        {message}
      </Input.Error>,
      place,
    )
  );
}

/** A form that says below each field what is wrong with it, instead of the bubbles of the browser. */
export function CheckedForm({
  onSubmit,
  className,
  children,
}: {
  /** Called once all fields are valid. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  className?: string | undefined;
  children: ReactNode;
}) {
  const [invalid, setInvalid] = useState<InvalidField[]>([]);
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // React also passes the event on to a form whose dialog this one is opened from.
    event.stopPropagation();
    const found = findInvalid(event.currentTarget);
    setInvalid(found);
    found[0]?.field.focus();
    if (found.length === 0) onSubmit(event);
  }
  return (
    <form
      noValidate
      className={className}
      onSubmit={send}
      onInput={({ target }) => setInvalid(invalid.filter(({ field }) => field !== target))}
    >
      {children}
      {invalid
        .filter(({ field }) => field.isConnected)
        .map(each => (
          <Problem key={each.field.name || each.message} invalid={each} />
        ))}
    </form>
  );
}
