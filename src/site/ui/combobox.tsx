import { Combobox as Base } from '@base-ui/react/combobox'
import { Field, controlLook } from './field.tsx'
import { Icon } from './icon.tsx'
import { itemLook, popupLook } from './popup-styles.ts'
import type { Option } from './select.tsx'

type Props = {
  name: string
  label: string
  options: readonly Option[]
  hint?: string
  required?: boolean
  placeholder?: string
  onChange?(value: Option | null): void
}

/** A choice among many, filtered by typing. */
export function Combobox({ name, label, options, hint, required = false, placeholder, onChange }: Props) {
  return (
    <Field name={name} label={label} hint={hint} required={required}>
      <Base.Root items={[...options]} required={required} onValueChange={(value: Option | null) => onChange?.(value)}>
        <Base.InputGroup className="relative">
          <Base.Input placeholder={placeholder} className={`min-h-11 pe-20 ${controlLook}`} />
          <div className="absolute inset-y-0 end-1 flex items-center text-gray-500">
            <Base.Clear aria-label="Clear" className="grid size-9 place-items-center rounded-full hover:bg-gray-100">
              <Icon name="x" size={16} />
            </Base.Clear>
            <Base.Trigger
              aria-label="Show all"
              className="grid size-9 place-items-center rounded-full hover:bg-gray-100"
            >
              <Icon name="chevron-down" size={16} />
            </Base.Trigger>
          </div>
        </Base.InputGroup>
        <Base.Portal>
          <Base.Positioner sideOffset={6} className="z-40">
            <Base.Popup
              className={`max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto p-1 ${popupLook}`}
            >
              <Base.Empty className="px-3 py-2 text-sm text-gray-600 empty:hidden">Nothing matches.</Base.Empty>
              <Base.List>
                {(option: Option) => (
                  <Base.Item key={option.value} value={option} className={itemLook}>
                    <span className="flex-1">{option.label}</span>
                    <Base.ItemIndicator>
                      <Icon name="check" size={16} className="text-primary-700" />
                    </Base.ItemIndicator>
                  </Base.Item>
                )}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Field>
  )
}
