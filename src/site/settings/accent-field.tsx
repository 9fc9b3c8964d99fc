import { useId } from 'react'
import { HEX_COLOR, MIN_CONTRAST } from '#contract/color.ts'
import { accentContrast, isReadableAccent, paletteOf } from '#contract/settings/palette.ts'
import { controlLook } from '#site/ui/field.tsx'
import { settingLabel, useInvalid } from './setting-form.tsx'

type Props = { value: string; onChange(accent: string): void }

/** A colour with its contrast while it is chosen, and a sample of links, buttons and marks. */
export function AccentField({ value, onChange }: Props) {
  const id = useId()
  const invalid = useInvalid()
  const isColor = HEX_COLOR.test(value)
  return (
    <div className="grid grid-cols-1 gap-2">
      <label htmlFor={id} className={settingLabel}>
        Accent colour
      </label>
      <div className="flex items-center gap-3">
        <input
          type="color"
          aria-label="Choose the accent colour"
          value={isColor ? value : '#000000'}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          className="h-11 w-14 shrink-0 rounded-md border border-gray-300 bg-white p-1"
        />
        <input
          id={id}
          name="accent"
          value={value}
          maxLength={7}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${id}-contrast`}
          onChange={({ currentTarget }) => onChange(currentTarget.value.trim().toLowerCase())}
          {...invalid}
          className={`min-h-11 max-w-36 ${controlLook}`}
        />
      </div>
      <output id={`${id}-contrast`} className="block text-sm">
        {describe(value)}
      </output>
      {isColor && <Sample accent={value} />}
    </div>
  )
}

function describe(accent: string) {
  if (!HEX_COLOR.test(accent)) return 'Enter a colour such as #15803d.'
  const { onWhite, onTint } = accentContrast(accent)
  const ratios = `Contrast: ${shown(onWhite)}:1 on white, ${shown(onTint)}:1 on its light shade.`
  return isReadableAccent(accent)
    ? `${ratios} Good.`
    : `${ratios} Choose a darker colour, with at least ${MIN_CONTRAST}:1.`
}

/** Rounded down, so that 4.49 is not shown as 4.5. */
function shown(ratio: number) {
  return (Math.floor(ratio * 10) / 10).toFixed(1)
}

function Sample({ accent }: { accent: string }) {
  const shades = paletteOf(accent)
  return (
    <div aria-hidden className="flex flex-wrap items-center gap-4 rounded-md border border-gray-200 p-4 text-sm">
      <span className="underline underline-offset-4" style={{ color: accent }}>
        A link
      </span>
      <span className="rounded-full px-4 py-2 font-medium text-white" style={{ backgroundColor: accent }}>
        A button
      </span>
      <span className="rounded-full px-3 py-1 font-medium" style={{ backgroundColor: shades[100], color: shades[800] }}>
        A mark
      </span>
    </div>
  )
}
