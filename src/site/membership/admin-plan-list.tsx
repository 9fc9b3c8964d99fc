import { useEffect, useRef, useState } from 'react'
import type { PaymentProviderName } from '#contract/membership/membership.ts'
import type { AdminPlan } from '#contract/membership/membership-admin.ts'
import { MoveButtons, rowLook } from '#site/bookmarks/move-buttons.tsx'
import { useReorder } from '#site/bookmarks/use-reorder.ts'
import { ConfirmButton } from '#site/identity/account/confirm-button.tsx'
import { useApi } from '#site/page.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Link } from '#site/ui/link.tsx'
import { showFailure } from '#site/taxonomy/use-categories.ts'
import { toast } from '#site/ui/toast.tsx'
import { MembershipNav } from './admin-nav.tsx'
import { formatPlan, formatPlanPrice } from './format-membership.ts'

const NEW = '/admin/membership/plans?edit=new'

type Props = { loaded: readonly AdminPlan[]; provider: PaymentProviderName }

export function PlanList({ loaded, provider }: Props) {
  const { plans, busy, show, commitOrder, archive, switched } = usePlans(loaded)
  // The button is gone: the plan is in the other list.
  useEffect(() => {
    if (switched) document.getElementById(`plan-${switched.id}`)?.focus()
  }, [switched])
  const onSale = plans.filter(({ archived }) => !archived)
  const archived = plans.filter((plan) => plan.archived)
  const order = useReorder({
    ids: onSale.map(({ id }) => id),
    nameOf(id) {
      const plan = onSale.find((one) => one.id === id)
      return plan ? formatPlan(plan) : ''
    },
    onShow: show,
    onCommit: () => void commitOrder(),
  })
  const add = (
    <ButtonLink to={NEW}>
      <Icon name="plus" size={18} />
      New plan
    </ButtonLink>
  )
  return (
    <div className="max-w-5xl py-8 sm:py-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-serif text-2xl font-semibold">Plans</h1>
        {plans.length > 0 && add}
      </div>
      <MembershipNav current="/admin/membership/plans" provider={provider} />
      {plans.length === 0 ? (
        <EmptyState icon="badge-check" title="No plans yet" action={add}>
          A plan has a price, a period and a list of benefits. The membership page shows your plans in your order.
        </EmptyState>
      ) : (
        <>
          <p className="mt-4 max-w-reading text-gray-600">The membership page shows them in this order.</p>
          {onSale.length === 0 && <p className="mt-6 text-gray-600">All plans are archived. Nothing is on sale.</p>}
          <ol aria-label="Plans on sale" className="mt-6 border-t border-gray-200 empty:hidden">
            {onSale.map((plan, index) => (
              <li
                key={plan.id}
                data-row=""
                className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-gray-200 py-4 ${rowLook(order, plan.id)}`}
              >
                <PlanSummary plan={plan} />
                <div className="flex flex-wrap items-center gap-1">
                  <MoveButtons id={plan.id} name={formatPlan(plan)} index={index} of={onSale.length} order={order} />
                  <ConfirmButton
                    label={`Archive ${formatPlan(plan)}`}
                    busy={busy === plan.id}
                    title={`Archive ${formatPlan(plan)}?`}
                    consequence="People can’t join it anymore. Its members keep their membership and their price. You can restore it later."
                    action="Archive"
                    onConfirm={() => void archive(plan, true)}
                  >
                    Archive
                  </ConfirmButton>
                </div>
              </li>
            ))}
          </ol>
          {archived.length > 0 && (
            <ArchivedPlans plans={archived} busy={busy} onRestore={(plan) => void archive(plan, false)} />
          )}
        </>
      )}
      <output aria-live="assertive" className="sr-only">
        {order.announcement}
      </output>
    </div>
  )
}

type ArchivedProps = { plans: readonly AdminPlan[]; busy: string | null; onRestore(plan: AdminPlan): void }

function ArchivedPlans({ plans, busy, onRestore }: ArchivedProps) {
  return (
    <section aria-labelledby="archived" className="mt-10">
      <h2 id="archived" className="font-serif text-lg font-semibold">
        Archived
      </h2>
      <ul className="mt-3 border-t border-gray-200">
        {plans.map((plan) => (
          <li key={plan.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-gray-200 py-4">
            <PlanSummary plan={plan} />
            <Button
              tone="quiet"
              size="sm"
              busy={busy === plan.id}
              aria-label={`Restore ${formatPlan(plan)}`}
              onClick={() => onRestore(plan)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PlanSummary({ plan }: { plan: AdminPlan }) {
  const { id, name, description, trialDays, seats, members } = plan
  const facts = [
    formatPlanPrice(plan),
    trialDays > 0 && `${trialDays} trial ${trialDays === 1 ? 'day' : 'days'}`,
    seats > 1 && `${seats} seats`,
    members === 1 ? '1 member' : `${members.toLocaleString('en')} members`,
  ]
  return (
    <div className="min-w-0 flex-1 basis-56">
      <Link
        id={`plan-${id}`}
        to={`/admin/membership/plans?edit=${id}`}
        viewTransition
        dir="auto"
        className="font-medium wrap-anywhere underline-offset-4 hover:underline"
      >
        {name}
      </Link>
      <p className="text-sm text-gray-600">{facts.filter(Boolean).join(' · ')}</p>
      {description && (
        <p dir="auto" className="line-clamp-2 text-sm wrap-anywhere text-gray-600">
          {description}
        </p>
      )}
    </div>
  )
}

/** The plans in their order, and their operations. An order that could not be saved is reverted. */
function usePlans(loaded: readonly AdminPlan[]) {
  const api = useApi()
  const [plans, setShown] = useState(loaded)
  const latest = useRef(loaded)
  const [busy, setBusy] = useState<string | null>(null)
  /** The plan that was archived or restored last. */
  const [switched, setSwitched] = useState<{ id: string } | null>(null)

  function set(next: readonly AdminPlan[]) {
    latest.current = next
    setShown(next)
  }

  async function reload() {
    set(await api('GET /api/admin/membership/plans'))
  }

  /** `to` counts plans on sale. */
  function show(id: string, to: number) {
    const [onSale, archived] = [
      latest.current.filter((one) => !one.archived),
      latest.current.filter((one) => one.archived),
    ]
    const moved = onSale.find((one) => one.id === id)
    if (moved) set([...onSale.filter((one) => one !== moved).toSpliced(to, 0, moved), ...archived])
  }

  async function commitOrder() {
    try {
      await api('PUT /api/admin/membership/plans/order', { body: { ids: latest.current.map(({ id }) => id) } })
    } catch (error) {
      await showFailure('Couldn’t save the order', error)
      await reload().catch(() => undefined)
    }
  }

  async function archive({ id, members: _members, ...fields }: AdminPlan, archived: boolean) {
    if (busy) return
    setBusy(id)
    let isDone = false
    try {
      await api('PUT /api/admin/membership/plans/{id}', { params: { id }, body: { ...fields, archived } })
      void toast({
        tone: 'success',
        title: archived ? `“${fields.name}” archived` : `“${fields.name}” is on sale again`,
      })
      isDone = true
    } catch (error) {
      await showFailure(archived ? 'Couldn’t archive the plan' : 'Couldn’t restore the plan', error)
    }
    await reload().catch(() => undefined)
    if (isDone) setSwitched({ id })
    setBusy(null)
  }

  return { plans, busy, show, commitOrder, archive, switched }
}
