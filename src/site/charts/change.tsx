import { Icon } from '#site/ui/icon.tsx'
import { formatChange } from './format-figures.ts'

/** Which direction is good. */
export type Better = 'higher' | 'lower' | 'neither'

type Props = {
  /** A fraction: 0.12 is “+12 %”. Null if there was nothing before. */
  change: number | null
  better?: Better
  /** What it is compared with, for screen readers. */
  than?: string
}

const looks = {
  good: 'text-primary-700',
  bad: 'text-danger-700',
  plain: 'text-gray-600',
}

/** A change with an arrow, so that colour is not the only sign. */
export function Change({ change, better = 'higher', than = 'the previous period' }: Props) {
  if (change === null)
    return (
      <span className="inline-block rounded-full bg-gray-100 px-2 align-middle text-sm font-medium whitespace-nowrap text-gray-700">
        New<span className="sr-only">: no data for {than}</span>
      </span>
    )
  const text = formatChange(change)
  const direction = text === '0 %' ? 'same' : change > 0 ? 'up' : 'down'
  const look =
    direction === 'same' || better === 'neither'
      ? looks.plain
      : (direction === 'up') === (better === 'higher')
        ? looks.good
        : looks.bad
  return (
    <span
      className={`inline-flex items-center gap-0.5 align-middle text-sm font-medium whitespace-nowrap tabular-nums ${look}`}
    >
      {direction !== 'same' && <Icon name={direction === 'up' ? 'arrow-up-right' : 'arrow-down-right'} size={16} />}
      <span aria-hidden>{text}</span>
      <span className="sr-only">{describeChange(text, direction, than)}</span>
    </span>
  )
}

function describeChange(text: string, direction: 'same' | 'up' | 'down', than: string) {
  if (direction === 'same') return `The same as ${than}`
  return `${direction === 'up' ? 'Up' : 'Down'} ${text.slice(1)} from ${than}`
}

/** The fraction by which a value differs from the one before. Null if it started from nothing. */
export function changeOf(value: number, before: number | null): number | null {
  if (before === null) return null
  if (before === 0) return value === 0 ? 0 : null
  return (value - before) / Math.abs(before)
}
