import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AdminAnnouncement } from '#contract/banners.ts'
import { getTimeZoneName } from '#site/articles/writing/publish/schedule-time.ts'
import { toFormProblem } from '#site/identity/sign-in/form-problem.ts'
import { useHydrating } from '#site/infinite-list/use-hydrating.ts'
import { useApi } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Checkbox } from '#site/ui/checkbox.tsx'
import { TextArea, TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { Select } from '#site/ui/select.tsx'
import { toast } from '#site/ui/toast.tsx'
import {
  type AnnouncementDraft,
  audienceLabels,
  newDraft,
  optionsOf,
  toDraft,
  toFields,
  toneLabels,
} from './announcement-draft.ts'
import { AnnouncementPreview } from './announcement-preview.tsx'
import { ConflictNotice, conflictOf } from './conflict-notice.tsx'

const MAX_TEXT = 200
const LIST = '/admin/banner'

const messages = {
  text: 'Enter a text of up to 200 characters.',
  endsAt: 'Choose an end after the start.',
  priority: 'Enter a whole number from 0 to 100.',
  action: 'Enter a path such as /about, or an address that starts with https://.',
}

/** Creates or changes an announcement. The preview follows the input. */
export function AnnouncementForm({ announcement }: { announcement: AdminAnnouncement | null }) {
  const api = useApi()
  const navigate = useNavigate()
  /** The saved version that the input is based on. */
  const [base, setBase] = useState(announcement)
  const [draft, setDraft] = useState<AnnouncementDraft>(() => (announcement ? toDraft(announcement) : newDraft))
  const [theirs, setTheirs] = useState<AdminAnnouncement | null>(null)
  // Fields read their default once.
  const [round, setRound] = useState(0)
  const change = (changes: Partial<AnnouncementDraft>) => setDraft((old) => ({ ...old, ...changes }))

  async function save(): Promise<FormProblem | undefined> {
    const missing = missingPart(draft)
    if (missing) return { fields: missing }
    const fields = toFields(draft, base)
    try {
      if (base)
        await api('PUT /api/admin/announcements/{id}', {
          params: { id: base.id },
          body: { ...fields, version: base.version },
        })
      else await api('POST /api/admin/announcements', { body: fields })
    } catch (error) {
      const current = conflictOf(error, isAnnouncement)
      if (!current) return toFormProblem(error, messages)
      setTheirs(current)
      return undefined
    }
    await toast({ tone: 'success', title: base ? 'Announcement saved' : 'Announcement created' })
    await navigate(LIST)
    return undefined
  }

  function useTheirs(current: AdminAnnouncement) {
    setBase(current)
    setDraft(toDraft(current))
    setTheirs(null)
    setRound(round + 1)
  }

  return (
    <div className="max-w-6xl py-8 sm:py-10">
      <h1 className="font-serif text-2xl font-semibold">{announcement ? 'Edit announcement' : 'New announcement'}</h1>
      <AnnouncementPreview draft={draft} />
      <div className="mt-8 max-w-2xl" key={round}>
        <Form
          submit={announcement ? 'Save' : 'Create'}
          onSubmit={save}
          beside={
            <ButtonLink to={LIST} tone="plain">
              Cancel
            </ButtonLink>
          }
        >
          {theirs && (
            <ConflictNotice
              what="announcement"
              onKeepMine={() => {
                setBase(theirs)
                setTheirs(null)
              }}
              onUseTheirs={() => useTheirs(theirs)}
            >
              <p dir="auto">{theirs.text}</p>
            </ConflictNotice>
          )}
          <TextArea
            name="text"
            label="Text"
            required
            rows={2}
            maxLength={MAX_TEXT}
            dir="auto"
            defaultValue={draft.text}
            onChange={({ currentTarget }) => change({ text: currentTarget.value })}
            hint={`${draft.text.length} of ${MAX_TEXT} characters. A new text is shown again to people who have dismissed the old one.`}
          />
          <Columns>
            <Select
              name="audience"
              label="Audience"
              required
              options={optionsOf(audienceLabels)}
              defaultValue={draft.audience}
              onChange={(value) => change({ audience: keyOf(audienceLabels, value) ?? draft.audience })}
            />
            <Select
              name="tone"
              label="Tone"
              required
              options={optionsOf(toneLabels)}
              defaultValue={draft.tone}
              onChange={(value) => change({ tone: keyOf(toneLabels, value) ?? draft.tone })}
            />
          </Columns>
          <Columns>
            <TextField
              name="label"
              label="Link text"
              maxLength={40}
              dir="auto"
              defaultValue={draft.label}
              onChange={({ currentTarget }) => change({ label: currentTarget.value })}
            />
            <TextField
              name="action"
              label="Link address"
              maxLength={2000}
              dir="ltr"
              autoCapitalize="none"
              defaultValue={draft.link}
              onChange={({ currentTarget }) => change({ link: currentTarget.value })}
              hint="A path such as /about, or an address that starts with https://"
            />
          </Columns>
          <Schedule draft={draft} onChange={change} />
          <TextField
            name="priority"
            label="Priority"
            required
            type="number"
            min={0}
            max={100}
            step={1}
            defaultValue={draft.priority}
            onChange={({ currentTarget }) => change({ priority: currentTarget.value })}
            hint="From 0 to 100. One announcement is shown at a time: the one with the highest priority, then the newest."
          />
          <div>
            <Checkbox
              label="People can dismiss it"
              defaultChecked={draft.dismissible}
              onCheckedChange={(dismissible) => change({ dismissible })}
            />
            <Checkbox
              label="Show it. Turn this off to keep it as a draft."
              defaultChecked={draft.enabled}
              onCheckedChange={(enabled) => change({ enabled })}
            />
          </div>
        </Form>
      </div>
    </div>
  )
}

type ScheduleProps = { draft: AnnouncementDraft; onChange(changes: Partial<AnnouncementDraft>): void }

/** The server does not know the time zone, so the times are filled in by the browser. */
function Schedule({ draft, onChange }: ScheduleProps) {
  const hydrating = useHydrating()
  const zone = hydrating ? '' : ` Times are in ${getTimeZoneName()}.`
  const part = hydrating ? 'server' : 'browser'
  return (
    <Columns>
      <TextField
        key={`start ${part}`}
        name="startsAt"
        label="Start"
        type="datetime-local"
        defaultValue={hydrating ? '' : draft.startsAt}
        onChange={({ currentTarget }) => onChange({ startsAt: currentTarget.value })}
        hint={`Leave blank to start at once.${zone}`}
      />
      <TextField
        key={`end ${part}`}
        name="endsAt"
        label="End"
        type="datetime-local"
        defaultValue={hydrating ? '' : draft.endsAt}
        onChange={({ currentTarget }) => onChange({ endsAt: currentTarget.value })}
        hint="Leave blank for no end."
      />
    </Columns>
  )
}

function Columns({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">{children}</div>
}

/** A link needs a text and an address. */
function missingPart({ label, link }: AnnouncementDraft): Record<string, string> | null {
  if (label.trim() && !link.trim()) return { action: 'Enter where the link leads.' }
  if (link.trim() && !label.trim()) return { label: 'Enter the text of the link.' }
  return null
}

function keyOf<Key extends string>(labels: Record<Key, string>, value: string | null): Key | null {
  const isKey = (name: string): name is Key => Object.hasOwn(labels, name)
  return value !== null && isKey(value) ? value : null
}

function isAnnouncement(value: unknown): value is AdminAnnouncement {
  return typeof value === 'object' && value !== null && 'audience' in value && 'version' in value
}
