import { useId, useState } from 'react'
import { HEX_COLOR, MIN_CONTRAST, contrastWithWhite } from '#contract/color.ts'
import { themeColors } from '#contract/taxonomy/topic-rules.ts'
import { ColorDot } from '#site/ui/color-dot.tsx'
import { controlLook } from '#site/ui/field.tsx'

type Props = { value: string | null; problem: string | null; onChange(color: string | null): void }

const option = 'flex min-h-11 items-center gap-2 pe-3 text-sm pointer-fine:min-h-9'

/** A colour of the theme, a custom one, or none. */
export function ColorField({ value, problem, onChange }: Props) {
  const id = useId()
  const [isCustom, setIsCustom] = useState(value !== null && themeColors.every((color) => color.value !== value))
  const choices = [{ value: null, name: 'None' }, ...themeColors]
  return (
    <fieldset>
      <legend className="text-sm font-medium text-gray-800">Colour</legend>
      <div className="mt-1 flex flex-wrap">
        {choices.map((color) => (
          <label key={color.name} className={option}>
            <input
              type="radio"
              name={`${id}-color`}
              checked={!isCustom && value === color.value}
              onChange={() => {
                setIsCustom(false)
                onChange(color.value)
              }}
            />
            {color.value && <ColorDot color={color.value} />}
            {color.name}
          </label>
        ))}
        <label className={option}>
          <input
            type="radio"
            name={`${id}-color`}
            checked={isCustom}
            onChange={() => {
              setIsCustom(true)
              onChange(value ?? '#')
            }}
          />
          Custom
        </label>
      </div>
      {isCustom && (
        <div className="mt-1 flex items-center gap-3">
          <input
            aria-label="Custom colour"
            aria-describedby={`${id}-contrast`}
            value={value ?? ''}
            maxLength={7}
            spellCheck={false}
            autoComplete="off"
            dir="ltr"
            placeholder="#15803d"
            onChange={({ currentTarget }) => onChange(currentTarget.value.trim().toLowerCase())}
            className={`min-h-11 max-w-36 ${controlLook}`}
          />
          {value && HEX_COLOR.test(value) && <ColorDot color={value} />}
        </div>
      )}
      <output id={`${id}-contrast`} className="block mt-1 text-sm text-gray-600">
        {isCustom && describeContrast(value)}
      </output>
      {problem && (
        <p
          role="alert"
          className="flex gap-1.5 text-sm font-medium text-danger-700 before:font-bold before:content-['!']"
        >
          {problem}
        </p>
      )}
      <p className="mt-1 text-sm text-gray-600">An accent on the category’s page and beside its name in lists.</p>
    </fieldset>
  )
}

/** Null for a colour that can be saved. */
export function colorProblem(color: string | null) {
  if (color === null) return null
  if (!HEX_COLOR.test(color)) return 'Enter a colour such as #15803d.'
  return contrastWithWhite(color) < MIN_CONTRAST ? 'This colour is too light. Choose a darker one.' : null
}

function describeContrast(color: string | null) {
  if (color === null || !HEX_COLOR.test(color)) return 'Enter a colour such as #15803d.'
  const ratio = `Contrast with the page: ${(Math.floor(contrastWithWhite(color) * 10) / 10).toFixed(1)}:1.`
  return contrastWithWhite(color) < MIN_CONTRAST
    ? `${ratio} Choose a darker colour, with at least ${MIN_CONTRAST}:1.`
    : `${ratio} Good.`
}
