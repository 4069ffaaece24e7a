/** The product's logo, as in favicon.svg. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#5b5bd6" />
      <g fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round">
        <path d="M10 8h8l4 4v12H10z" />
        <path d="M13.5 17h5M16.5 14.5 19 17l-2.5 2.5" />
      </g>
    </svg>
  );
}
