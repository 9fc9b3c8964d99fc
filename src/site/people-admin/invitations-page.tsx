import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Refusal } from '#contract/errors.ts'
import type { InvitationItem } from '#contract/people-admin/people-admin.ts'
import { ConfirmButton } from '#site/identity/account/confirm-button.tsx'
import { Outcome } from '#site/identity/account/outcome.tsx'
import { Row } from '#site/identity/account/section.tsx'
import { EmailField } from '#site/identity/sign-in/password-form.tsx'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi, usePageData } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Pagination } from '#site/ui/pagination.tsx'
import { Select } from '#site/ui/select.tsx'
import { Time } from '#site/ui/time.tsx'
import type { invitationsData } from './invitations-data.ts'
import { usePersonAction } from './use-person-action.ts'
import { isRole, roleNames, roleOptions } from './words.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

export default function InvitationsPage() {
  const { items, next, first } = usePageData<typeof invitationsData>()
  const change = usePersonAction()
  return (
    <div className="max-w-4xl py-10">
      <p className="text-sm">
        <TextLink to="/admin/users">All people</TextLink>
      </p>
      <h1 className="mt-4 font-serif text-2xl font-semibold">Invitations</h1>
      <p className="mt-3 max-w-reading text-gray-600">
        Invite people by email. They get the role when they sign up with the invited address. A link works for 7 days.
      </p>
      <InviteForm />
      <Outcome {...change} />
      <h2 className="mt-10 font-serif text-lg font-semibold">Pending invitations</h2>
      {items.length === 0 ? (
        <EmptyState icon="mail" title="No pending invitations">
          Invitations appear here until they are used or revoked.
        </EmptyState>
      ) : (
        <ul className="mt-2">
          {items.map((item) => (
            <li key={item.id} className="border-t border-gray-200 py-4">
              <Invitation item={item} change={change} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        label="More invitations"
        first={first ? null : '/admin/users/invitations'}
        next={next && `/admin/users/invitations?before=${encodeURIComponent(next)}`}
      />
    </div>
  )
}

type Known = { id: string; name: string; role: string }

function InviteForm() {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [sent, setSent] = useState<{ email: string; count: number } | null>(null)
  const [known, setKnown] = useState<Known | null>(null)

  async function invite({ email = '', role }: Record<string, string>): Promise<FormProblem | undefined> {
    setSent(null)
    setKnown(null)
    if (!isRole(role)) return { fields: { role: 'Choose a role.' } }
    try {
      await api('POST /api/admin/invitations', { body: { email, role } })
    } catch (error) {
      if (error instanceof Refusal && error.code === 'email-already-in-use') {
        const person = error.details['person']
        if (isKnown(person)) setKnown(person)
        return person ? undefined : { fields: { email: errorMessage(error) } }
      }
      if (error instanceof Refusal && ['invalid-email', 'missing-email'].includes(error.code))
        return { fields: { email: errorMessage(error) } }
      return { message: errorMessage(error) }
    }
    await revalidate()
    setSent({ email, count: (sent?.count ?? 0) + 1 })
    return undefined
  }

  return (
    <div className="mt-6 grid max-w-md grid-cols-1 gap-4">
      {sent && <Banner tone="success">Invitation sent to {sent.email}.</Banner>}
      {known && (
        <Banner tone="info">
          <span dir="auto">{known.name}</span> already has an account as {known.role}.{' '}
          <TextLink to={`/admin/users/${known.id}`}>Change the role instead</TextLink>
        </Banner>
      )}
      <Form key={sent?.count ?? 0} submit="Send invitation" onSubmit={invite} beside={<span />}>
        <EmailField autoComplete="off" />
        <Select name="role" label="Role" options={roleOptions} defaultValue="author" required />
      </Form>
    </div>
  )
}

function isKnown(value: unknown): value is Known {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['id', 'name', 'role'].every((name) => typeof Reflect.get(value, name) === 'string')
  )
}

type Props = { item: InvitationItem; change: ReturnType<typeof usePersonAction> }

function Invitation({ item: { id, email, role, by, sentAt, expiresAt, expired }, change }: Props) {
  const api = useApi()
  return (
    <Row
      title={
        <span className="wrap-anywhere" dir="ltr">
          {email}
        </span>
      }
      detail={
        <>
          {roleNames[role]}, sent <Time at={sentAt} />
          {by && (
            <>
              {' '}
              by <span dir="auto">{by}</span>
            </>
          )}
          {!expired && `, until ${expiresAt.slice(0, 10)}`}
        </>
      }
      action={
        <div className="flex flex-wrap items-center gap-2">
          {expired && <Badge tone="warning">Expired</Badge>}
          <Button
            tone="quiet"
            size="sm"
            busy={change.busy}
            aria-label={`Send the invitation to ${email} again`}
            onClick={() =>
              void change.run(
                () => api('POST /api/admin/invitations/{id}/resend', { params: { id } }),
                `Invitation sent to ${email} again.`,
              )
            }
          >
            Resend
          </Button>
          <ConfirmButton
            label={`Revoke the invitation to ${email}`}
            busy={change.busy}
            title="Revoke this invitation?"
            consequence={`The link in the email to ${email} stops working.`}
            action="Revoke"
            onConfirm={() =>
              void change.run(
                () => api('DELETE /api/admin/invitations/{id}', { params: { id } }),
                'Invitation revoked.',
              )
            }
          >
            Revoke
          </ConfirmButton>
        </div>
      }
    />
  )
}
