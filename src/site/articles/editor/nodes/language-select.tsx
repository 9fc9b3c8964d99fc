import { Combobox } from '@base-ui/react/combobox'
import { controlLook } from '#site/ui/field.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { itemLook, popupLook } from '#site/ui/popup-styles.ts'
import { languages } from './languages.ts'

type Language = { value: string; label: string }
type Props = { language: string | null; onChange(language: string | null): void }

const plain: Language = { value: '', label: 'Plain text' }
const choices = [plain, ...languages]

export function LanguageSelect({ language, onChange }: Props) {
  const known = choices.find(({ value }) => value === (language ?? ''))
  const chosen = known ?? { value: language ?? '', label: language ?? '' }
  return (
    <Combobox.Root
      autoHighlight
      items={choices}
      value={chosen}
      isItemEqualToValue={(one: Language, other: Language) => one.value === other.value}
      onValueChange={(next: Language | null) => next && onChange(next.value || null)}
    >
      <Combobox.Trigger
        aria-label={`Language: ${chosen.label}`}
        className="inline-flex min-h-11 items-center gap-1 rounded-sm px-2 font-sans text-sm text-gray-600 hover:bg-gray-200 hover:text-gray-900 pointer-fine:min-h-8"
      >
        {chosen.label}
        <Icon name="chevron-down" size={14} />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={6} align="end" className="z-40">
          <Combobox.Popup aria-label="Languages" className={`w-56 ${popupLook}`}>
            <div className="p-1.5">
              <Combobox.Input
                placeholder="Search languages"
                className={`min-h-11 pointer-fine:min-h-9 ${controlLook}`}
              />
            </div>
            <Combobox.Empty className="px-4 pb-3 text-sm text-gray-600 empty:hidden">
              No matching languages.
            </Combobox.Empty>
            <Combobox.List className="max-h-[min(16rem,var(--available-height))] overflow-y-auto p-1 pt-0">
              {(choice: Language) => (
                <Combobox.Item key={choice.value} value={choice} className={itemLook}>
                  <span className="flex-1">{choice.label}</span>
                  <Combobox.ItemIndicator>
                    <Icon name="check" size={16} className="text-primary-700" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
