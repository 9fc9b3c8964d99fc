import { useEffect } from 'react'
import { Avatar } from '#site/ui/avatar.tsx'
import { popupLook } from '#site/ui/popup-styles.ts'
import type { Mentions } from './use-mentions.ts'

export function MentionList({ mentions }: { mentions: Mentions }) {
  const { open, people, active, listId, optionId, point, choose } = mentions
  const activeId = open ? optionId(active) : null
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <>
      {open && (
        <div
          id={listId}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select would take the keyboard from the text
          role="listbox"
          aria-label="People to mention"
          tabIndex={-1}
          // The text must keep the focus, or the list would close under the pointer.
          onMouseDown={(event) => event.preventDefault()}
          className={`absolute inset-x-0 top-full z-20 mt-1 max-h-64 overflow-y-auto p-1 ${popupLook}`}
        >
          {people.map((person, index) => (
            // The text has the keyboard and points here by aria-activedescendant.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={person.id}
              id={optionId(index)}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="option"
              aria-selected={index === active}
              onPointerMove={() => index !== active && point(index)}
              onClick={() => choose(person)}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 text-sm select-none aria-selected:bg-gray-100"
            >
              <Avatar name={person.name} src={person.avatar?.src ?? null} size={24} />
              <span className="min-w-0 truncate font-medium">
                <bdi>{person.name}</bdi>
              </span>
              <span className="min-w-0 truncate text-gray-600">@{person.handle}</span>
            </div>
          ))}
        </div>
      )}
      <output className="sr-only">
        {open && (people.length === 1 ? '1 person to mention' : `${people.length} people to mention`)}
      </output>
    </>
  )
}
