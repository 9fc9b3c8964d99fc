import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { Field, controlLook } from './field.tsx'
import { Icon } from './icon.tsx'
import { itemLook, popupLook } from './popup-styles.ts'

export type Option = { value: string; label: string }

type Props = {
  name: string
  label: string
  options: readonly Option[]
  defaultValue?: string
  hint?: string
  required?: boolean
  onChange?(value: string | null): void
}

/** A choice among a few; use a combobox for many. */
export function Select({ name, label, options, defaultValue, hint, required = false, onChange }: Props) {
  return (
    <Field name={name} label={label} hint={hint} required={required}>
      <Base.Root
        items={[...options]}
        required={required}
        {...(defaultValue !== undefined && { defaultValue })}
        onValueChange={(value) => onChange?.(value)}
      >
        <Base.Trigger className={`flex min-h-11 items-center justify-between gap-3 text-start ${controlLook}`}>
          <Base.Value placeholder="Choose…" />
          <Base.Icon>
            <Icon name="chevrons-up-down" size={16} className="text-gray-500" />
          </Base.Icon>
        </Base.Trigger>
        {/* The policy of the site refuses the style element that hides scrollbars. */}
        <CSPProvider disableStyleElements>
          <Base.Portal>
            <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-40">
              <Base.Popup
                className={`max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1 ${popupLook}`}
              >
                {options.map((option) => (
                  <Base.Item key={option.value} value={option.value} className={itemLook}>
                    <Base.ItemText className="flex-1">{option.label}</Base.ItemText>
                    <Base.ItemIndicator>
                      <Icon name="check" size={16} className="text-primary-700" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </CSPProvider>
      </Base.Root>
    </Field>
  )
}
