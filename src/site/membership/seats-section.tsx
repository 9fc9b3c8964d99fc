import { useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import type { Seat } from '#contract/membership/membership.ts'
import { toFieldProblem } from '#site/errors/form-errors.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { ConfirmButton } from '#site/identity/account/confirm-button.tsx'
import { Outcome } from '#site/identity/account/outcome.tsx'
import { Row, Rows, Section } from '#site/identity/account/section.tsx'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { formatDate } from './format-membership.ts'

type Group = Reply<'GET /api/membership/seats'>
type Props = { group: Group; canInvite: boolean }

/** The people of a group membership. The owner has one of its seats. */
export function SeatsSection({ group, canInvite }: Props) {
  const { seats, left, running, problem, done, invite, sendAgain, takeBack } = useSeats(group)
  // Remounts the form, so that its field is empty again.
  const [sent, setSent] = useState(0)

  async function send({ email = '' }: Record<string, string>) {
    try {
      await invite(email.trim())
      setSent((count) => count + 1)
      return undefined
    } catch (error) {
      return toFieldProblem(error, ['email'])
    }
  }

  return (
    <Section id="seats" title="Seats" about={describeFree(left, group.total)}>
      <Rows>
        <li>
          <Row title="You" detail="Pays for the group" />
        </li>
        {seats.map((seat) => (
          <li key={seat.id}>
            <Row
              title={<bdi>{nameOf(seat)}</bdi>}
              detail={
                seat.accepted ? <bdi>{seat.email}</bdi> : `Invited on ${formatDate(seat.invitedAt)}, not accepted yet`
              }
              action={
                <div className="flex flex-wrap gap-2">
                  {canInvite && !seat.accepted && (
                    <Button
                      tone="quiet"
                      size="sm"
                      aria-label={`Send the invitation to ${seat.email} again`}
                      busy={running.includes(`send ${seat.id}`)}
                      onClick={() => void sendAgain(seat)}
                    >
                      Send again
                    </Button>
                  )}
                  <ConfirmButton
                    label={`Take back the seat of ${nameOf(seat)}`}
                    busy={running.includes(`take ${seat.id}`)}
                    title="Take this seat back?"
                    consequence={
                      seat.accepted
                        ? `${nameOf(seat)} can’t read members’ stories anymore. You can give the seat to another person.`
                        : 'The invitation no longer works. You can give the seat to another person.'
                    }
                    action="Take back"
                    onConfirm={() => void takeBack(seat)}
                  >
                    Take back
                  </ConfirmButton>
                </div>
              }
            />
          </li>
        ))}
      </Rows>
      <Outcome problem={problem} done={done} takesFocus />
      {canInvite && left > 0 && (
        <Form key={sent} submit="Invite" tone="quiet" onSubmit={send}>
          <TextField
            name="email"
            label="Email address of the person"
            type="email"
            required
            maxLength={320}
            dir="ltr"
            autoComplete="off"
          />
        </Form>
      )}
    </Section>
  )
}

/** The seats and their operations, which can run at the same time. `done` and `problem` say what happened last. */
function useSeats(group: Group) {
  const api = useApi()
  const [seats, setSeats] = useState(group.seats)
  const [done, setDone] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [running, setRunning] = useState<readonly string[]>([])
  useEffect(() => setSeats(group.seats), [group.seats])

  async function start(name: string, work: () => Promise<void>) {
    setProblem(null)
    setDone(null)
    setRunning((now) => [...now, name])
    try {
      await work()
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setRunning((now) => now.filter((one) => one !== name))
  }

  async function invite(email: string) {
    setProblem(null)
    setDone(null)
    const seat = await api('POST /api/membership/seats', { body: { email } })
    setSeats((now) =>
      now.some(({ id }) => id === seat.id) ? now.map((one) => (one.id === seat.id ? seat : one)) : [...now, seat],
    )
    setDone(`We emailed an invitation to ${seat.email}.`)
  }

  return {
    seats,
    left: group.total - 1 - seats.length,
    done,
    running,
    problem,
    invite,
    sendAgain: ({ id, email }: Seat) => start(`send ${id}`, () => invite(email)),
    takeBack: ({ id }: Seat) =>
      start(`take ${id}`, async () => {
        await api('DELETE /api/membership/seats/{id}', { params: { id } })
        setSeats((now) => now.filter((seat) => seat.id !== id))
        setDone('The seat is free again.')
      }),
  }
}

function nameOf({ name, email }: Seat) {
  return name ?? email
}

function describeFree(left: number, total: number) {
  if (left === 1) return '1 seat is free.'
  return left > 1 ? `${left} of ${total} seats are free.` : 'All seats are taken.'
}
