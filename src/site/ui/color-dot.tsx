/** A spot of colour beside a name. The name carries the meaning, so it is hidden from screen readers. */
export function ColorDot({ color }: { color: string }) {
  return <span aria-hidden className="inline-block size-2.5 shrink-0 rounded-full" style={{ backgroundColor: color }} />
}
