const BERRIES = [
  [60, 62],
  [84, 58],
  [108, 61],
  [72, 46],
  [97, 44],
  [48, 68],
  [121, 67],
  [84, 33],
  [60, 40],
  [110, 36],
  [72, 24],
  [97, 22],
] as const

/** A basket that fills up with the balance. Decorative: the balance is next to it. */
export function BasketPicture({ balance, className = '' }: { balance: number; className?: string }) {
  const shown = balance <= 0 ? 0 : Math.min(BERRIES.length, 1 + Math.floor(Math.sqrt(balance)))
  return (
    <svg viewBox="0 0 168 150" aria-hidden className={className}>
      <ellipse cx="84" cy="142" rx="58" ry="6" className="fill-warning-200" />
      <path
        d="M32 74C32 10 136 10 136 74"
        fill="none"
        strokeWidth="7"
        strokeLinecap="round"
        className="stroke-warning-800"
      />
      {BERRIES.slice(0, shown).map(([x, y]) => (
        <g key={`${x} ${y}`}>
          <path d={`M${x} ${y - 10}q3 -9 11 -9q-1 9 -11 9z`} className="fill-primary-700" />
          <circle cx={x} cy={y} r="13" className="fill-danger-700 stroke-warning-50" strokeWidth="2" />
          <circle cx={x - 4} cy={y - 4} r="3" className="fill-danger-200" />
        </g>
      ))}
      <path d="M26 74h116l-12 60a10 10 0 0 1-10 8H48a10 10 0 0 1-10-8z" className="fill-warning-200" />
      <path
        d="M30 92h108M34 110h100M38 128h92M56 76l8 64M84 76v64M112 76l-8 64"
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
        className="stroke-warning-800 opacity-40"
      />
      <rect x="20" y="68" width="128" height="14" rx="7" className="fill-warning-800" />
    </svg>
  )
}
