import { type Ref, useId } from 'react'
import { inLanguage } from '#site/ui/text-direction.ts'

/** From here on one is told how many letters are left. */
const NEAR = 0.85

type Props = {
  ref?: Ref<HTMLTextAreaElement>
  label: string
  placeholder: string
  value: string
  most: number
  language: string
  readOnly: boolean
  problem?: string | undefined
  look: string
  onChange(value: string): void
  /** Enter, or the arrow down at the end. */
  onNext(): void
  /** The arrow up at the beginning, or Backspace when it is empty. */
  onPrevious?(): void
}

/** One line of text that grows as it must. */
export function LineField({ ref, label, placeholder, value, most, language, readOnly, problem, look, ...on }: Props) {
  const id = useId()
  const length = [...value].length
  const told = length >= most * NEAR
  return (
    <div {...inLanguage(language)}>
      <div className="grid">
        {/* The same words beneath the field give it its height, in every browser. */}
        <span aria-hidden className={`invisible whitespace-pre-wrap wrap-anywhere [grid-area:1/1] ${look}`}>
          {`${value} `}
        </span>
        <textarea
          ref={ref}
          rows={1}
          aria-label={label}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={told || problem ? id : undefined}
          placeholder={placeholder}
          value={value}
          readOnly={readOnly}
          // The browser's own count is of another unit and would cut what is pasted without a word.
          onChange={({ currentTarget }) => on.onChange(oneLine(currentTarget.value))}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            const { selectionStart, selectionEnd } = event.currentTarget
            const atStart = selectionStart === 0 && selectionEnd === 0
            const atEnd = selectionStart === value.length
            if (event.key === 'Enter' || (event.key === 'ArrowDown' && atEnd)) {
              event.preventDefault()
              on.onNext()
            }
            const back = event.key === 'ArrowUp' || (event.key === 'Backspace' && value === '')
            if (back && atStart && on.onPrevious) {
              event.preventDefault()
              on.onPrevious()
            }
          }}
          className={`block w-full resize-none overflow-hidden bg-transparent wrap-anywhere [grid-area:1/1] placeholder:text-gray-500 focus-visible:outline-none ${look}`}
        />
      </div>
      {(told || problem) && (
        <p
          id={id}
          className={`mt-1 text-sm ${length > most || problem ? 'font-medium text-danger-700' : 'text-gray-600'}`}
        >
          {problem ?? `${length} of ${most} letters`}
        </p>
      )}
    </div>
  )
}

/** What is pasted may have lines; a title has one. */
export function oneLine(text: string) {
  return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ')
}
