import { useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import { Refusal } from '#contract/errors.ts'
import type { OwnMembership, Plan } from '#contract/membership/membership.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { Row, Rows, Section } from '#site/identity/account/section.tsx'
import { useAction } from '#site/identity/account/use-action.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { toast } from '#site/ui/toast.tsx'
import { findSaving, formatDate, formatPlan, formatPlanPrice, formatPrice } from './format-membership.ts'

type Props = { plans: readonly Plan[]; own: OwnMembership; onChange(own: OwnMembership): void }

/** The other plans. The amount due now is shown before anything changes. */
export function ChangePlan({ plans, own, onChange }: Props) {
  const [wanted, setWanted] = useState<Plan | null>(null)
  const others = plans.filter(({ id, currency }) => id !== own.plan?.id && currency === own.currency)
  if (others.length === 0 || (own.state !== 'active' && own.state !== 'trialing')) return null
  return (
    <Section id="plan" title="Change plan" about="Unused time of your plan counts towards the new one.">
      <Rows>
        {others.map((plan) => {
          const saving = findSaving(plan, plans)
          const people = plan.seats > 1 ? ` · for up to ${plan.seats} people` : ''
          return (
            <li key={plan.id}>
              <Row
                title={<bdi>{plan.name}</bdi>}
                detail={`${formatPlanPrice(plan)}${saving > 0 ? ` · saves ${saving}%` : ''}${people}`}
                action={
                  <Button
                    tone="quiet"
                    size="sm"
                    aria-label={`Switch to ${formatPlan(plan)}`}
                    onClick={() => setWanted(plan)}
                  >
                    Switch
                  </Button>
                }
              />
            </li>
          )
        })}
      </Rows>
      {wanted && (
        <SwitchDialog
          key={wanted.id}
          plan={wanted}
          onClose={() => setWanted(null)}
          onSwitched={(changed) => {
            setWanted(null)
            onChange(changed)
            void toast({ tone: 'success', title: `You switched to ${formatPlan(wanted)}` })
          }}
        />
      )}
    </Section>
  )
}

type DialogProps = { plan: Plan; onClose(): void; onSwitched(own: OwnMembership): void }
type Quote = Reply<'GET /api/membership/switch'>

function SwitchDialog({ plan, onClose, onSwitched }: DialogProps) {
  const api = useApi()
  const action = useAction()
  const [quote, setQuote] = useState<Quote | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    api('GET /api/membership/switch', { query: { plan: plan.id } }).then(setQuote, (error: unknown) =>
      setProblem(errorMessage(error)),
    )
  }, [api, plan.id])

  async function confirm({ at, dueNow, price }: Quote) {
    try {
      onSwitched(await api('POST /api/membership/switch', { body: { plan: plan.id, at, dueNow, price } }))
    } catch (error) {
      const isOtherAmount = error instanceof Refusal && error.details['state'] === 'amount-changed'
      if (isOtherAmount) setQuote(await api('GET /api/membership/switch', { query: { plan: plan.id } }))
      throw error
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Switch to ${formatPlan(plan)}?`}
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">Keep my plan</Button>
          </DialogClose>
          <Button disabled={!quote} busy={action.busy} onClick={() => quote && void action.run(() => confirm(quote))}>
            {quote && quote.dueNow > 0 ? `Pay ${formatPrice(quote.dueNow, quote.currency)} and switch` : 'Switch'}
          </Button>
        </>
      }
    >
      {problem && <Banner tone="danger">{problem}</Banner>}
      {!problem && !quote && <Skeleton className="h-16 w-full rounded-md" />}
      {quote && <QuoteText quote={quote} plan={plan} />}
      {action.problem && (
        <div className="mt-4">
          <Banner tone="danger">{action.problem}</Banner>
        </div>
      )}
    </Dialog>
  )
}

function QuoteText({ quote: { dueNow, currency, price, nextPaymentAt }, plan }: { quote: Quote; plan: Plan }) {
  return (
    <dl className="grid gap-2">
      <div className="flex justify-between gap-4 text-md font-semibold">
        <dt>{dueNow < 0 ? 'Credit for your next payments' : 'Due now'}</dt>
        <dd>{formatPrice(Math.abs(dueNow), currency)}</dd>
      </div>
      <div className="flex justify-between gap-4 text-gray-700">
        <dt>Next payment on {formatDate(nextPaymentAt)}</dt>
        <dd className="shrink-0">
          {formatPrice(price, currency)} a {plan.period}
        </dd>
      </div>
    </dl>
  )
}
