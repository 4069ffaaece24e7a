/** Lists choices with their labels, as controls take them. */
export const listChoices = <Value extends string>(labels: Record<Value, string>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));
