import { type Ref, useId } from 'react'
import { inLanguage } from '#site/ui/text-direction.ts'

/** Share of the limit from which the count is shown. */
const COUNT_FROM = 0.85

type Props = {
  ref?: Ref<HTMLTextAreaElement>
  label: string
  placeholder: string
  value: string
  max: number
  language: string
  readOnly: boolean
  error?: string | undefined
  look: string
  onChange(value: string): void
  /** Enter, or ArrowDown at the end. */
  onNext(): void
  /** ArrowUp at the start, or Backspace when empty. */
  onPrevious?(): void
}

/** A single-line field that wraps and grows with its text. */
export function AutosizeField({ ref, label, placeholder, value, max, language, readOnly, error, look, ...on }: Props) {
  const id = useId()
  const length = [...value].length
  const showsCount = length >= max * COUNT_FROM
  return (
    <div {...inLanguage(language)}>
      <div className="grid">
        {/* An invisible copy of the text sets the height in every browser. */}
        <span aria-hidden className={`invisible whitespace-pre-wrap wrap-anywhere [grid-area:1/1] ${look}`}>
          {`${value} `}
        </span>
        <textarea
          ref={ref}
          rows={1}
          // The placeholder follows the language of the story, the text its own direction.
          dir={value === '' ? undefined : 'auto'}
          aria-label={label}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={showsCount || error ? id : undefined}
          placeholder={placeholder}
          value={value}
          readOnly={readOnly}
          // No maxLength: it counts UTF-16 units and silently truncates pasted text.
          onChange={({ currentTarget }) => on.onChange(joinLines(currentTarget.value))}
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
      {(showsCount || error) && (
        <p
          id={id}
          className={`mt-1 text-sm ${length > max || error ? 'font-medium text-danger-700' : 'text-gray-600'}`}
        >
          {error ?? `${length} of ${max} characters`}
        </p>
      )}
    </div>
  )
}

/** Pasted text may have line breaks; a title has none. */
function joinLines(text: string) {
  return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ')
}
