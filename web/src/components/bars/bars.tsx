import classes from './bars.module.css';

/** The colours of a chart of several kinds, and of all others. */
export const seriesTones = ['first', 'second', 'third', 'fourth', 'fifth'] as const;
export type Tone = 'accent' | 'good' | 'warn' | 'bad' | 'rest' | (typeof seriesTones)[number];

export interface Bar {
  key: string;
  /** The label, with its figures. */
  title: string;
  parts: { value: number; tone: Tone }[];
}

const unit = 12;
const gap = 3;

/** A bar chart of stacked bars. The tallest bar fills the height, unless `full` sets the scale. */
export function Bars({
  label,
  bars,
  height,
  full,
}: {
  label: string;
  bars: Bar[];
  height: number;
  /** The value of the full height, if not the tallest bar. */
  full?: number | undefined;
}) {
  const totals = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const most = Math.max(full ?? 0, ...totals, 1);
  return (
    <svg
      className={classes.bars}
      viewBox={`0 0 ${bars.length * unit} ${height}`}
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {bars.map(({ key, title, parts }, index) => {
        let y = height;
        return (
          <g key={key} className={classes.bar}>
            <title>{title}</title>
            <rect x={index * unit} y={0} width={unit} height={height} className={classes.ground} />
            <rect x={index * unit} y={height - 2} width={unit - gap} height={2} className={classes.foot} />
            {parts.map(({ value, tone }) => {
              if (value === 0) return null;
              const tall = Math.max(2, (value / most) * height);
              y -= tall;
              return (
                <rect
                  key={tone}
                  x={index * unit}
                  y={Math.max(0, y)}
                  width={unit - gap}
                  height={tall}
                  className={classes[tone]}
                />
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}
