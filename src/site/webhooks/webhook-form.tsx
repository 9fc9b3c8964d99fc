import { type ReactNode, useRef, useState } from 'react'
import { Refusal } from '#contract/errors.ts'
import { type SubscribedEventType, webhookEventGroups } from '#contract/webhooks/event-types.ts'
import type { Webhook, WrittenWebhook } from '#contract/webhooks/webhooks.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Checkbox } from '#site/ui/checkbox.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { GroupedChoice } from '#site/ui/grouped-choice.tsx'
import { toFieldProblem } from '#site/errors/form-errors.ts'

type Props = {
  webhook: Webhook | null
  submit: string
  beside?: ReactNode
  /** Throws what the server refused. */
  onSave(written: WrittenWebhook, version: number): Promise<void>
}

const eventGroups = webhookEventGroups.map(({ name, events }) => ({
  name,
  options: events.map(({ type, says }) => ({ value: type, says })),
}))

/** Creates or edits a webhook. After a conflict with another admin, both versions are shown and the input is kept. */
export function WebhookForm({ webhook, submit, beside, onSave }: Props) {
  const [start, setStart] = useState(webhook)
  const [version, setVersion] = useState(webhook?.version ?? 0)
  const [events, setEvents] = useState<Set<SubscribedEventType>>(new Set(webhook?.events))
  const [enabled, setEnabled] = useState(webhook?.enabled ?? true)
  const [attempted, setAttempted] = useState(false)
  const firstEvent = useRef<HTMLElement>(null)
  const [theirs, setTheirs] = useState<Webhook | null>(null)

  async function save({ url = '', description = '' }: Record<string, string>) {
    if (url.trim() === '') return { fields: { url: 'Enter a URL.' } }
    if (events.size === 0) {
      firstEvent.current?.focus()
      return undefined
    }
    try {
      await onSave({ url, description, events: [...events], enabled }, version)
      setVersion(version + 1)
      setTheirs(null)
    } catch (error) {
      const current = conflictOf(error)
      if (!current) return toFieldProblem(error, ['url', 'description'])
      setTheirs(current)
      // The next save replaces what the other admin saved.
      setVersion(current.version)
    }
  }

  function useTheirs(current: Webhook) {
    setStart(current)
    setEvents(new Set(current.events))
    setEnabled(current.enabled)
    setTheirs(null)
  }

  return (
    <Form submit={submit} onSubmit={save} onAttempt={() => setAttempted(true)} beside={beside}>
      {theirs && <Conflict theirs={theirs} onUse={() => useTheirs(theirs)} />}
      <TextField
        // Remounted with the values of the other admin.
        key={`url ${start?.version}`}
        name="url"
        label="URL"
        hint="The address that receives the events by POST. It must start with https://."
        required
        maxLength={2000}
        defaultValue={start?.url ?? ''}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        placeholder="https://example.com/webhooks"
      />
      <TextField
        key={`description ${start?.version}`}
        name="description"
        label="Description"
        hint="What it is for, such as “Newsletter”."
        maxLength={200}
        defaultValue={start?.description ?? ''}
        dir="auto"
      />
      <GroupedChoice
        legend="Events"
        groups={eventGroups}
        chosen={events}
        onChange={setEvents}
        error={attempted && events.size === 0 ? 'Choose at least one event.' : null}
        first={firstEvent}
      />
      <Checkbox label="Enabled: send events to this URL" checked={enabled} onCheckedChange={setEnabled} />
    </Form>
  )
}

function Conflict({ theirs, onUse }: { theirs: Webhook; onUse(): void }) {
  return (
    <Banner
      tone="warning"
      title="Another admin saved changes while you were editing."
      action={
        <Button tone="quiet" size="sm" onClick={onUse}>
          Use theirs
        </Button>
      }
    >
      <p>Your input is still here. Save again to replace theirs, which is:</p>
      <dl className="mt-2 grid gap-1 wrap-anywhere">
        <Value name="URL">{theirs.url}</Value>
        <Value name="Description">{theirs.description || 'None'}</Value>
        <Value name="Events">{theirs.events.join(', ')}</Value>
        <Value name="Enabled">{theirs.enabled ? 'Yes' : 'No'}</Value>
      </dl>
    </Banner>
  )
}

function Value({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="inline font-medium">{name}: </dt>
      <dd className="inline">
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}

function conflictOf(error: unknown): Webhook | null {
  if (!(error instanceof Refusal) || error.code !== 'version-conflict') return null
  const { current }: { current?: Webhook } = error.details
  return current ?? null
}
