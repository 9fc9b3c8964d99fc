import type { PersonCard } from '#contract/people.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Popover } from '#site/ui/popover.tsx'

/** As many as fit beside the save status on a phone. */
const MAX_AVATARS = 3

/** The other people who have this story open in the editor; a screen reader announces their names. */
export function Presence({ people }: { people: readonly PersonCard[] }) {
  const label = formatNames(people.map(({ name }) => name))
  return (
    <>
      {people.length > 0 && <Avatars people={people} label={label} />}
      <output className="sr-only">{label}</output>
    </>
  )
}

function Avatars({ people, label }: { people: readonly PersonCard[]; label: string }) {
  const shown = people.slice(0, MAX_AVATARS)
  const more = people.length - shown.length
  return (
    <Popover
      title="Also editing"
      trigger={
        <button
          type="button"
          title={label}
          aria-label={label}
          className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-0.5 rounded-full px-1 hover:bg-gray-100"
        >
          {shown.map(({ id, name, avatar }) => (
            <Avatar key={id} name={name} src={avatar?.src ?? null} size={24} />
          ))}
          {more > 0 && <span className="ms-0.5 text-sm text-gray-600">+{more}</span>}
        </button>
      }
    >
      <ul className="mt-2 grid gap-2">
        {people.map(({ id, name, avatar }) => (
          <li key={id} className="flex min-w-0 items-center gap-2 text-gray-800">
            <Avatar name={name} src={avatar?.src ?? null} size={24} />
            <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
          </li>
        ))}
      </ul>
      <p className="mt-3">
        Changes they save appear in your text. You’re only asked to choose when you both change the same part.
      </p>
    </Popover>
  )
}

function formatNames(names: string[]) {
  if (names.length === 0) return ''
  const list = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' }).format(names)
  return `${list} ${names.length === 1 ? 'is' : 'are'} also editing`
}
