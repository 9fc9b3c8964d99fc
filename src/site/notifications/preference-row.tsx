import { type ReactNode, useId } from 'react'
import type { MailFrequency, NotificationKind, Preference } from '#contract/notifications/notifications.ts'
import { Switch } from '#site/ui/switch.tsx'

const kinds: Record<NotificationKind, { name: string; about: string }> = {
  'follow': { name: 'New followers', about: 'Someone follows you.' },
  'response': { name: 'Responses', about: 'Someone responds to your story.' },
  'reply': { name: 'Replies', about: 'Someone replies to your response.' },
  'mention': { name: 'Mentions', about: 'Someone mentions you in a response.' },
  'like': { name: 'Likes on stories', about: 'Someone likes your story.' },
  'response-like': { name: 'Likes on responses', about: 'Someone likes your response.' },
  'story': { name: 'New stories', about: 'Someone you follow publishes a story.' },
  'review': { name: 'Reviews', about: 'An editor reviews your story.' },
  'byline': { name: 'Bylines', about: 'You’re added to a byline, or an author leaves your story.' },
  'submission': { name: 'Submissions', about: 'An author submits a story for review.' },
  'assignment': { name: 'Assignments', about: 'An editor assigns a story to you for review.' },
  'note': { name: 'Review notes', about: 'Someone adds a review note to your story, or replies to your note.' },
  'approval': { name: 'Approved responses', about: 'A moderator approves your response.' },
  'moderation': { name: 'Moderation', about: 'An editor hides your response, warns you, or decides your appeal.' },
  'membership': { name: 'Membership', about: 'Your membership starts, changes or ends, or a payment fails.' },
  'berries': { name: 'Berries', about: 'Someone gives you berries for your story.' },
  'reward': { name: 'Rewards', about: 'A reward that you redeemed is ready or refunded.' },
}

const frequencies: Record<MailFrequency, string> = { now: 'Immediately', daily: 'Daily', never: 'Never' }

type Props = {
  preference: Preference
  columns: string
  onChange(wish: Partial<Omit<Preference, 'kind'>>): void
}

/** Stacked on small screens, a table row on larger ones. */
export function PreferenceRow({ preference, columns, onChange }: Props) {
  const { name, about } = kinds[preference.kind]
  return (
    <KindRow name={name} about={about} columns={columns}>
      <Switch
        label={<Channel name="On the site" />}
        checked={preference.site}
        onCheckedChange={(site) => onChange({ site })}
      />
      <EmailChoice
        value={preference.email}
        frequencies={frequencies}
        onChange={(value) => onChange({ email: parseFrequency(value) })}
      />
      <Switch
        label={<Channel name="Push" />}
        checked={preference.push}
        onCheckedChange={(push) => onChange({ push })}
      />
    </KindRow>
  )
}

type KindRowProps = { name: string; about: string; columns: string; children: ReactNode }

export function KindRow({ name, about, columns, children }: KindRowProps) {
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
      {children}
    </fieldset>
  )
}

type EmailChoiceProps = { value: string; frequencies: Readonly<Record<string, string>>; onChange(value: string): void }

/** In the column of email. */
export function EmailChoice({ value, frequencies: choices, onChange }: EmailChoiceProps) {
  return (
    <label className="flex min-h-11 items-center justify-between gap-4 sm:col-start-3">
      <Channel name="Email" />
      <select
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-11 w-28 rounded-md border border-gray-300 bg-white px-2.5 text-gray-900 hover:border-gray-400 sm:w-full pointer-fine:min-h-9 pointer-fine:text-sm"
      >
        {Object.entries(choices).map(([frequency, label]) => (
          <option key={frequency} value={frequency}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Hidden where the column header shows the name. */
function Channel({ name }: { name: string }) {
  return <span className="text-sm text-gray-700 sm:sr-only">{name}</span>
}

function parseFrequency(value: string): MailFrequency {
  return value === 'now' || value === 'daily' ? value : 'never'
}
