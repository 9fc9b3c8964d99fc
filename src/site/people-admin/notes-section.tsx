import { useState } from 'react'
import type { AdminPersonDetails } from '#contract/people-admin/people-admin.ts'
import { ConfirmButton } from '#site/identity/account/confirm-button.tsx'
import { Outcome } from '#site/identity/account/outcome.tsx'
import { Section } from '#site/identity/account/section.tsx'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { TextArea } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { Time } from '#site/ui/time.tsx'
import { usePersonAction } from './use-person-action.ts'

export function NotesSection({ person: { id, notes } }: { person: AdminPersonDetails }) {
  const api = useApi()
  const change = usePersonAction()
  // A new key empties the form.
  const [added, setAdded] = useState(0)

  async function add({ text = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    if (text.trim() === '') return { fields: { text: 'Write a note.' } }
    try {
      await api('POST /api/admin/people/{id}/notes', { params: { id }, body: { text } })
    } catch (error) {
      return { message: errorMessage(error) }
    }
    await change.refresh()
    setAdded(added + 1)
    return undefined
  }

  return (
    <Section id="notes" title="Private notes" about="Only admins see these notes. They are deleted with the person.">
      {notes.length > 0 && (
        <ul className="grid grid-cols-1 gap-4">
          {notes.map(({ id: note, text, by, createdAt, own }) => (
            <li key={note} className="rounded-md bg-gray-50 px-4 py-3">
              <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
                {text}
              </p>
              <div className="mt-2 flex flex-wrap items-center justify-between gap-2 text-sm text-gray-600">
                <span>
                  <span dir="auto">{by?.name ?? 'Deleted user'}</span>, <Time at={createdAt} />
                </span>
                {own && (
                  <ConfirmButton
                    label="Delete this note"
                    busy={change.busy}
                    title="Delete this note?"
                    consequence="This can’t be undone."
                    action="Delete note"
                    onConfirm={() =>
                      void change.run(() => api('DELETE /api/admin/people/{id}/notes/{note}', { params: { id, note } }))
                    }
                  >
                    Delete
                  </ConfirmButton>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <Form key={added} submit="Add note" tone="quiet" onSubmit={add} beside={<span />}>
        <TextArea name="text" label="New note" required rows={2} maxLength={4000} dir="auto" />
      </Form>
      <Outcome {...change} />
    </Section>
  )
}
