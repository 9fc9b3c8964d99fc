import { useId } from 'react'
import type { MailPace, NotificationKind, Preference } from '#contract/notifications/notifications.ts'
import { Switch } from '#site/ui/switch.tsx'

const kinds: Record<NotificationKind, { name: string; about: string }> = {
  'follow': { name: 'New followers', about: 'Somebody starts following you.' },
  'response': { name: 'Responses', about: 'Somebody responds to a story of yours.' },
  'reply': { name: 'Replies', about: 'Somebody replies to a response of yours.' },
  'mention': { name: 'Mentions', about: 'Somebody names you in a response.' },
  'like': { name: 'Likes of stories', about: 'Somebody likes a story of yours.' },
  'response-like': { name: 'Likes of responses', about: 'Somebody likes a response of yours.' },
  'story': { name: 'New stories', about: 'Somebody you follow publishes one.' },
  'review': { name: 'Reviews', about: 'An editor decides about a story of yours.' },
  'byline': { name: 'Bylines', about: 'You are named as an author, or an author leaves your story.' },
}

const paces: Record<MailPace, string> = { now: 'At once', daily: 'Daily', never: 'Never' }

type Props = {
  preference: Preference
  columns: string
  onChange(wish: Partial<Omit<Preference, 'kind'>>): void
}

/** A kind and the three ways to be told of it: below each other on a phone, a row of a table elsewhere. */
export function PreferenceRow({ preference, columns, onChange }: Props) {
  const { name, about } = kinds[preference.kind]
  const id = useId()
  return (
    <fieldset
      aria-labelledby={id}
      className={`grid grid-cols-1 items-center gap-y-1 border-b border-gray-200 py-4 sm:py-2.5 ${columns}`}
    >
      <div className="min-w-0">
        <p id={id} className="font-medium text-gray-900">
          {name}
        </p>
        <p className="text-sm text-gray-600">{about}</p>
      </div>
      <Switch
        label={<Way name="On the site" />}
        checked={preference.site}
        onCheckedChange={(site) => onChange({ site })}
      />
      <label className="flex min-h-11 items-center justify-between gap-4">
        <Way name="Email" />
        <select
          value={preference.email}
          onChange={({ target }) => onChange({ email: readPace(target.value) })}
          className="min-h-11 w-28 rounded-md border border-gray-300 bg-white px-2.5 text-gray-900 hover:border-gray-400 sm:w-full pointer-fine:min-h-9 pointer-fine:text-sm"
        >
          {Object.entries(paces).map(([pace, says]) => (
            <option key={pace} value={pace}>
              {says}
            </option>
          ))}
        </select>
      </label>
      <Switch label={<Way name="Push" />} checked={preference.push} onCheckedChange={(push) => onChange({ push })} />
    </fieldset>
  )
}

/** Said at the head of the column where there are columns. */
function Way({ name }: { name: string }) {
  return <span className="text-sm text-gray-700 sm:sr-only">{name}</span>
}

function readPace(value: string): MailPace {
  return value === 'now' || value === 'daily' ? value : 'never'
}
