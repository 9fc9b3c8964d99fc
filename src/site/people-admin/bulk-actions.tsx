import { type Role, roles } from '#contract/endpoint.ts'
import type { AdminPerson } from '#contract/people-admin/people-admin.ts'
import type { BulkAction, RunOnRows } from '#site/admin/list/list-types.ts'
import type { Api } from '#site/page.ts'
import { Dialog } from '#site/ui/dialog.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { Select } from '#site/ui/select.tsx'
import { ReasonField } from './access-section.tsx'
import { isRole, roleOptions } from './words.ts'

type Change = { action: 'disable' | 'enable' | 'sign-out' } | { action: 'role'; role: Role; reason: string }

function runner(api: Api, change: Change): RunOnRows<AdminPerson> {
  return async (rows) => {
    const ids = rows.map(({ id }) => id)
    const { results } = await api('POST /api/admin/people/bulk', { body: { ids, ...change } })
    return results.flatMap(({ id, refused }) => (refused ? { id, message: refused.message } : []))
  }
}

/** Gives each person the role they had. */
function restoreRoles(api: Api): RunOnRows<AdminPerson> {
  return async (rows) => {
    const failed = await Promise.all(
      roles.map(async (role) => {
        const had = rows.filter((row) => row.role === role)
        return had.length > 0 ? runner(api, { action: 'role', role, reason: 'Undone' })(had) : []
      }),
    )
    return failed.flat()
  }
}

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

export function bulkActions(api: Api): readonly BulkAction<AdminPerson>[] {
  return [
    {
      id: 'role',
      label: 'Change role',
      icon: 'user-cog',
      run: async () => [],
      undo: restoreRoles(api),
      done: (count) => `Role of ${people(count)} changed`,
      Dialog: ({ rows, onRun, onClose }) => (
        <RoleDialog
          count={rows.length}
          onClose={onClose}
          onChosen={(role, reason) => onRun(runner(api, { action: 'role', role, reason }))}
        />
      ),
    },
    {
      id: 'sign-out',
      label: 'Sign out',
      icon: 'log-out',
      run: runner(api, { action: 'sign-out' }),
      done: (count) => `${people(count)} signed out everywhere`,
      confirm: {
        title: (count) => `Sign out ${people(count)}?`,
        text: 'All of their sessions end within a second. They can sign in again.',
        button: 'Sign out',
      },
    },
    {
      id: 'disable',
      label: 'Disable',
      icon: 'user-x',
      tone: 'danger',
      appliesTo: ({ state }) => state !== 'disabled',
      run: runner(api, { action: 'disable' }),
      undo: runner(api, { action: 'enable' }),
      done: (count) => `${people(count)} disabled`,
      confirm: {
        title: (count) => `Disable ${people(count)}?`,
        text: 'They are signed out everywhere, can’t sign in, and their profiles are hidden.',
        button: 'Disable',
      },
    },
    {
      id: 'enable',
      label: 'Enable',
      icon: 'user-check',
      appliesTo: ({ state }) => state === 'disabled',
      run: runner(api, { action: 'enable' }),
      undo: runner(api, { action: 'disable' }),
      done: (count) => `${people(count)} enabled`,
    },
  ]
}

type Props = { count: number; onClose(): void; onChosen(role: Role, reason: string): void }

function RoleDialog({ count, onClose, onChosen }: Props) {
  async function choose({ role, reason = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    if (!isRole(role)) return { fields: { role: 'Choose a role.' } }
    onChosen(role, reason)
    return undefined
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Change the role of ${people(count)}`}
      description="A change takes effect at once, on every device."
    >
      <Form submit="Change role" onSubmit={choose}>
        <Select name="role" label="New role" options={roleOptions} required />
        <ReasonField />
      </Form>
    </Dialog>
  )
}
