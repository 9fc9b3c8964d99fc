import { useState } from 'react'
import { isOwner } from '#contract/membership/describe-membership.ts'
import type { OwnMembership } from '#contract/membership/membership.ts'
import { formatMoney } from '#contract/membership/money.ts'
import type { Basket } from '#contract/rewards/rewards.ts'
import { useHardNavigation } from '#site/identity/sign-in/hard-navigation.ts'
import { BrowserError, errorCode } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { useAccount } from './account-context.ts'
import { formatBerries } from './berries-section.tsx'
import { Outcome } from './outcome.tsx'
import { Section } from './section.tsx'
import { useAction } from './use-action.ts'

const WORD = 'delete'

function explain(error: unknown): never {
  throw errorCode(error) === 'admin-restricted-operation' ? new BrowserError('last-admin') : error
}

type Props = {
  membership: OwnMembership
  basket: Basket | null
  owed: readonly { currency: string; amount: number }[]
}

export function DeleteSection(props: Props) {
  const losses = listLosses(props)
  const api = useApi()
  const leave = useHardNavigation()
  const { withRecentSignIn } = useAccount()
  const change = useAction()
  const [open, setOpen] = useState(false)

  async function check({ word = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    if (word.trim().toLowerCase() !== WORD) return { fields: { word: `Type “${WORD}” to continue.` } }
    setOpen(false)
    void change.run(async () => {
      await withRecentSignIn(() => api('DELETE /api/account')).catch(explain)
      await leave('/')
    })
    return undefined
  }

  return (
    <Section id="delete" title="Delete account">
      <p className="text-gray-600">Your profile and your stories will be removed. This can’t be undone.</p>
      <Losses losses={losses} />
      <div>
        <Dialog
          open={open}
          onOpenChange={setOpen}
          trigger={
            <Button tone="quiet" size="sm" busy={change.busy} className="text-danger-700!">
              Delete your account
            </Button>
          }
          title="Delete your account?"
          description="Your profile and your stories will be removed, and you will be signed out everywhere. This can’t be undone."
        >
          {losses.length > 0 && (
            <div className="mb-5">
              <Losses losses={losses} />
            </div>
          )}
          <Form submit="Delete permanently" tone="danger" onSubmit={check}>
            <TextField
              name="word"
              label={`Type “${WORD}” to confirm`}
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
            />
          </Form>
        </Dialog>
      </div>
      <Outcome {...change} />
    </Section>
  )
}

/** What is lost besides the profile and the stories. */
function listLosses({ membership, basket, owed }: Props) {
  const { state, source, member, seats, waitingMonths } = membership
  const isOwn = isOwner(membership)
  return [
    isOwn && state === 'trialing' && 'Your free trial ends at once.',
    isOwn && state !== 'trialing' && 'Your membership ends at once. What you paid is not refunded.',
    isOwn && seats > 1 && 'The people in your group lose their seats.',
    !isOwn && member && (source === 'seat' ? 'You lose your seat in a group.' : 'You lose your free membership.'),
    waitingMonths > 0 && 'You lose the free months that have not started.',
    basket && basket.balance > 0 && `You lose ${formatBerries(basket.balance)}.`,
    owed.length > 0 &&
      `The site owes you ${owed.map(({ amount, currency }) => formatMoney(amount, currency)).join(' and ')} for your stories. Ask an admin to pay it out first. Afterwards, the site doesn’t know whom to pay.`,
  ].filter((loss) => typeof loss === 'string')
}

function Losses({ losses }: { losses: readonly string[] }) {
  if (losses.length === 0) return null
  return (
    <ul className="list-disc space-y-1 ps-5 text-gray-700">
      {losses.map((loss) => (
        <li key={loss}>{loss}</li>
      ))}
    </ul>
  )
}
