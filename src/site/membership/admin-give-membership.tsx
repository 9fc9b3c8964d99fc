import { useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { PersonSuggestions } from '#site/admin/list/person-input.tsx'
import { newId } from '#site/browser/new-id.ts'
import { toFieldProblem } from '#site/errors/form-errors.ts'
import { errorCode } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { ReasonField } from '#site/people-admin/access-section.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { toast } from '#site/ui/toast.tsx'
import { isBetween } from './admin-coupon-draft.ts'
import { formatDate } from './format-membership.ts'
import { MAX_MONTHS, MonthsField } from './admin-member-actions.tsx'

/** Gives months to any person, also to those who never joined. */
export function GiveMembership() {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button tone="quiet">Give a membership</Button>}
      title="Give a membership"
      description="The person can read members’ stories for free. They get a notification."
    >
      <GiveForm onDone={() => setOpen(false)} />
    </Dialog>
  )
}

function GiveForm({ onDone }: { onDone(): void }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const list = useId()
  const [typed, setTyped] = useState('')
  // A repeated request gives the months once. Other input is another request.
  const request = useRef({ of: '', id: newId() })

  async function give(values: Record<string, string>): Promise<FormProblem | undefined> {
    const { person: named = '', months = '', reason = '' } = values
    const handle = named.trim().replace(/^@/, '').toLowerCase()
    if (handle === '') return { fields: { person: 'Enter a handle.' } }
    if (!isBetween(months, 1, MAX_MONTHS))
      return { fields: { months: `Enter a whole number from 1 to ${MAX_MONTHS}.` } }
    const input = JSON.stringify([handle, months])
    if (request.current.of !== input) request.current = { of: input, id: newId() }
    try {
      const person = await api('GET /api/people/{ref}', { params: { ref: handle } })
      const body = { person: person.id, months: Number(months), reason, request: request.current.id }
      const { until } = await api('POST /api/admin/membership/grants', { body })
      onDone()
      void toast({
        tone: 'success',
        title: `Membership given to ${person.name}`,
        description: until
          ? `They can read members’ stories until ${formatDate(until)}.`
          : 'The months start when their own membership ends.',
      })
      await revalidate()
      return undefined
    } catch (error) {
      if (errorCode(error) === 'not-found')
        return { fields: { person: 'No account uses this handle. Choose a person from the list.' } }
      return toFieldProblem(error, ['months', 'reason'])
    }
  }

  return (
    <Form submit="Give membership" onSubmit={give}>
      <TextField
        name="person"
        label="Handle"
        required
        list={list}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        hint="Start typing a name or a handle."
      />
      <PersonSuggestions id={list} typed={typed} />
      <MonthsField />
      <ReasonField />
    </Form>
  )
}
