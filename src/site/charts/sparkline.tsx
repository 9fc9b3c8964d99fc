import { area, line } from 'd3-shape'
import { centerOf, topOf } from './chart-scale.ts'

type Props = {
  values: readonly number[]
  /** The text alternative, such as “Views per day, from 12 to 80”. Empty if the text beside it says enough. */
  label: string
  className?: string
}

/** The shape of a series in the height of a line of text, without axes. */
export function Sparkline({ values, label, className = 'h-8 w-24' }: Props) {
  const scale = { min: Math.min(0, ...values), max: Math.max(0, ...values) }
  const zero = topOf(0, scale)
  const x = (_: number, index: number) => centerOf(index, values.length)
  const y = (value: number) => topOf(value, scale)
  const last = values.at(-1)
  return (
    <span className={`inline-block align-middle ${className}`}>
      {label && <span className="sr-only">{label}</span>}
      {last !== undefined && (
        <svg aria-hidden viewBox="0 0 100 100" preserveAspectRatio="none" className="size-full overflow-visible">
          <g fill="none" strokeLinecap="round" strokeLinejoin="round">
            <path d={area<number>(x, zero, y)([...values]) ?? ''} className="fill-primary-100 opacity-60" />
            <path
              d={line<number>(x, y)([...values]) ?? ''}
              strokeWidth={1.5}
              vectorEffect="non-scaling-stroke"
              className="stroke-primary-700"
            />
            <path
              d={`M${x(last, values.length - 1)} ${y(last)}h0`}
              strokeWidth={5}
              vectorEffect="non-scaling-stroke"
              className="stroke-primary-700"
            />
          </g>
        </svg>
      )}
    </span>
  )
}
