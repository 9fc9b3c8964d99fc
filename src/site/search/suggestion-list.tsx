import { Icon } from '#site/ui/icon.tsx'
import type { Suggestion } from './use-suggestions.ts'
import { Link } from '#site/ui/link.tsx'

type Props = { id: string; items: readonly Suggestion[]; active: number; onLeave(): void }

/** The text field keeps the focus and refers to the active option with aria-activedescendant. */
export function SuggestionList({ id, items, active, onLeave }: Props) {
  const groups = [...new Set(items.map(({ group }) => group))]
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select would take the keyboard from the field
    <div id={`${id}-list`} role="listbox" aria-label="Suggestions">
      {groups.map((group) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the groups of a listbox
        <div key={group} role="group" aria-label={group}>
          {group !== 'Search' && (
            <div aria-hidden className="px-3 pt-3 pb-1 text-sm font-medium text-gray-600">
              {group}
            </div>
          )}
          {items.map((item, at) =>
            item.group === group ? (
              <SuggestionLink key={item.to} id={`${id}-${at}`} item={item} isActive={at === active} onLeave={onLeave} />
            ) : null,
          )}
        </div>
      ))}
    </div>
  )
}

type PlaceProps = { id: string; item: Suggestion; isActive: boolean; onLeave(): void }

function SuggestionLink({ id, item: { to, label, detail, icon }, isActive, onLeave }: PlaceProps) {
  return (
    <Link
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it leads somewhere, too
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      to={to}
      viewTransition
      onClick={onLeave}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' })
      }}
      className="flex min-h-11 items-center gap-3 rounded-sm px-3 py-1.5 hover:bg-gray-100 aria-selected:bg-gray-100 aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-primary-600"
    >
      <Icon name={icon} size={18} className="text-gray-500" />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {label}
      </span>
      {detail && (
        <span dir="auto" className="max-w-2/5 truncate text-sm text-gray-600">
          {detail}
        </span>
      )}
    </Link>
  )
}
