import { useRef, useState } from 'react'
import type { AdminGrant } from '#contract/membership/membership-admin.ts'
import type { GrantSource } from '#contract/membership/states.ts'
import { AbsoluteTime } from '#site/articles/desk/absolute-time.tsx'
import { errorMessage } from '#site/errors/messages.ts'
import { useFocusOnChange } from '#site/identity/account/focus.tsx'
import { Row, Rows } from '#site/identity/account/section.tsx'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { ReasonField } from './access-section.tsx'
import { usePersonAction } from './use-person-action.ts'

const sourceNames: Record<GrantSource, string> = {
  gift: 'from a gift',
  reward: 'from a reward',
  admin: 'given by an admin',
}

type Props = { grants: readonly AdminGrant[] }

/** Months that the person did not pay for, newest first. */
export function FreeMonths({ grants }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusOnChange(heading, grants.map(({ state }) => state).join(' '))
  if (grants.length === 0) return null
  return (
    <div className="grid grid-cols-1 gap-4">
      <h3 ref={heading} tabIndex={-1} className="font-medium">
        Free months
      </h3>
      <Rows>
        {grants.map((grant) => (
          <li key={grant.id}>
            <Row
              title={`${formatMonths(grant.months)} ${sourceNames[grant.source]}`}
              detail={<GrantTimes grant={grant} />}
              action={grant.state === 'over' ? undefined : <EndDialog grant={grant} />}
            />
          </li>
        ))}
      </Rows>
    </div>
  )
}

function GrantTimes({ grant: { state, startsAt, endsAt } }: { grant: AdminGrant }) {
  if (startsAt === null || endsAt === null) return 'Waits until what the person has now ends'
  return (
    <>
      {state === 'over' ? 'Over. ' : state === 'waiting' ? 'Not started. ' : 'Running. '}
      <AbsoluteTime at={startsAt} dateOnly /> to <AbsoluteTime at={endsAt} dateOnly />
    </>
  )
}

function EndDialog({ grant: { id, months } }: { grant: AdminGrant }) {
  const api = useApi()
  const { refresh } = usePersonAction()
  const [open, setOpen] = useState(false)

  async function end({ reason = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    try {
      await api('POST /api/admin/membership/grants/{id}/end', { params: { id }, body: { reason } })
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
        <Button tone="quiet" size="sm" aria-label={`End the ${formatMonths(months)}`}>
          End
        </Button>
      }
      title={`End the ${formatMonths(months)}?`}
      description="They end at once and can’t be given back. Months after them start earlier."
    >
      <Form submit="End free months" tone="danger" onSubmit={end}>
        <ReasonField />
      </Form>
    </Dialog>
  )
}

function formatMonths(months: number) {
  return months === 1 ? '1 free month' : `${months} free months`
}
