import { Icon } from '#site/ui/icon.tsx'

const icons = ['gift', 'cherry', 'award', 'star', 'heart', 'crown', 'coffee', 'book-open', 'mail', 'shirt', 'ticket']

type Props = { saved: string; value: string; onChange(icon: string): void }

/** The icon of a reward: one of ours, or the one that is saved. */
export function IconChoice({ saved, value, onChange }: Props) {
  return (
    <fieldset>
      <legend className="text-sm font-medium text-gray-800">Icon</legend>
      <div className="mt-1.5 flex flex-wrap gap-2">
        {[...new Set([saved, ...icons])].map((icon) => (
          <label
            key={icon}
            title={iconName(icon)}
            className="relative grid size-11 place-items-center rounded-md text-gray-700 ring-1 ring-gray-300 ring-inset has-checked:bg-warning-50 has-checked:text-danger-700 has-checked:ring-2 has-checked:ring-danger-700 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary-600"
          >
            <input
              type="radio"
              name="icon"
              value={icon}
              checked={value === icon}
              onChange={() => onChange(icon)}
              aria-label={iconName(icon)}
              className="absolute inset-0 opacity-0"
            />
            <Icon name={icon} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** “Book open” for `book-open`. */
export function iconName(icon: string) {
  return icon.charAt(0).toUpperCase() + icon.slice(1).replaceAll('-', ' ')
}
