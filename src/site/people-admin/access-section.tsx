import { useState } from 'react'
import type { AdminPersonDetails } from '#contract/people-admin/people-admin.ts'
import { Outcome } from '#site/identity/account/outcome.tsx'
import { Row, Rows, Section } from '#site/identity/account/section.tsx'
import { useHardNavigation } from '#site/identity/sign-in/hard-navigation.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { Select } from '#site/ui/select.tsx'
import { usePersonAction } from './use-person-action.ts'
import { isRole, roleNames, roleOptions } from './words.ts'

type Props = { person: AdminPersonDetails }

export function AccessSection({ person }: Props) {
  const api = useApi()
  const leave = useHardNavigation()
  const change = usePersonAction()
  const { id, name, role, state, self, account } = person
  const viewable = !self && role !== 'admin' && state !== 'disabled' && account !== null

  return (
    <Section id="access" title="Access">
      <Rows>
        <li>
          <Row title="Role" detail={roleNames[role]} action={<RoleDialog person={person} />} />
        </li>
        <li>
          <Row
            title={state === 'disabled' ? 'Disabled' : 'Enabled'}
            detail={
              state === 'disabled'
                ? 'This person can’t sign in, and their profile is hidden.'
                : 'This person can sign in, and their profile is public.'
            }
            action={self ? undefined : <DisableDialog person={person} />}
          />
        </li>
        {account && !account.emailVerified && (
          <li>
            <Row
              title="Email address not confirmed"
              detail="Send the confirmation link again."
              action={
                <Button
                  tone="quiet"
                  size="sm"
                  busy={change.busy}
                  onClick={() =>
                    void change.run(
                      () => api('POST /api/admin/people/{id}/confirmation', { params: { id } }),
                      'Confirmation email sent.',
                    )
                  }
                >
                  Resend confirmation
                </Button>
              }
            />
          </li>
        )}
        {viewable && (
          <li>
            <Row
              title="View as this person"
              detail="See the site as they see it, read-only, for 30 minutes. The audit log records it."
              action={
                <Button
                  tone="quiet"
                  size="sm"
                  busy={change.busy}
                  aria-label={`View as ${name}`}
                  onClick={() =>
                    void change.run(async () => {
                      await api('POST /api/admin/people/{id}/impersonation', { params: { id } })
                      await leave('/')
                    })
                  }
                >
                  View as
                </Button>
              }
            />
          </li>
        )}
      </Rows>
      <Outcome {...change} />
    </Section>
  )
}

function RoleDialog({ person: { id, name, role } }: Props) {
  const api = useApi()
  const { refresh } = usePersonAction()
  const [open, setOpen] = useState(false)

  async function save({ role: chosen, reason = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    if (!isRole(chosen)) return { fields: { role: 'Choose a role.' } }
    try {
      await api('PUT /api/admin/people/{id}/role', { params: { id }, body: { role: chosen, was: role, reason } })
    } catch (error) {
      await refresh()
      return { message: errorMessage(error) }
    }
    await refresh()
    setOpen(false)
    return undefined
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button tone="quiet" size="sm">
          Change role
        </Button>
      }
      title={`Change the role of ${name}`}
      description={`The role is ${roleNames[role].toLowerCase()}. A change takes effect at once, on every device.`}
    >
      <Form submit="Change role" onSubmit={save}>
        <Select name="role" label="New role" options={roleOptions} defaultValue={role} required />
        <ReasonField />
      </Form>
    </Dialog>
  )
}

function DisableDialog({ person: { id, name, state } }: Props) {
  const api = useApi()
  const { refresh } = usePersonAction()
  const [open, setOpen] = useState(false)
  const disabled = state !== 'disabled'

  async function save({ reason = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    try {
      await api('PUT /api/admin/people/{id}/disabled', { params: { id }, body: { disabled, reason } })
    } catch (error) {
      return { message: errorMessage(error) }
    }
    await refresh()
    setOpen(false)
    return undefined
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button tone="quiet" size="sm">
          {disabled ? 'Disable' : 'Enable'}
        </Button>
      }
      title={disabled ? `Disable ${name}?` : `Enable ${name}?`}
      description={
        disabled
          ? 'They are signed out everywhere within a second, can’t sign in, and their profile is hidden. You can enable the account again.'
          : 'They can sign in again, and their profile is public again.'
      }
    >
      <Form submit={disabled ? 'Disable' : 'Enable'} tone={disabled ? 'danger' : 'primary'} onSubmit={save}>
        <ReasonField />
      </Form>
    </Dialog>
  )
}

export function ReasonField() {
  return <TextField name="reason" label="Reason" hint="Stored in the audit log." maxLength={500} dir="auto" />
}
