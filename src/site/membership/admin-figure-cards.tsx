import type { ReactNode } from 'react'
import type { Revenue } from '#contract/membership/membership-admin.ts'
import { formatMoney } from '#contract/membership/money.ts'
import { Link } from '#site/ui/link.tsx'

const MEMBERS = '/admin/membership/members'

export function FigureCards({ revenue }: { revenue: Revenue }) {
  const { mrr, currency, members, trialing, pastDue, churn, trialConversion, growth } = revenue
  return (
    <section aria-label="Figures">
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-6">
        <Figure wide name="Monthly recurring revenue" value={formatMoney(mrr, currency)}>
          The prices that members agreed to for a month, before coupons. A yearly price counts a twelfth. Trials and
          cancelled memberships don’t count.
        </Figure>
        <Figure wide name="Members" value={members.toLocaleString('en')}>
          <Link to={`${MEMBERS}?state=trialing`} className="underline underline-offset-4">
            {trialing.toLocaleString('en')} in a trial
          </Link>
          ,{' '}
          <Link to={`${MEMBERS}?state=past-due`} className="underline underline-offset-4">
            {pastDue.toLocaleString('en')} with a failed payment
          </Link>
          .
        </Figure>
        <Figure name="Growth" value={formatShare(growth, true)}>
          Change in the number of members in the last 30 days.
        </Figure>
        <Figure name="Churn" value={formatShare(churn)}>
          Members of 30 days ago who are no longer members.
        </Figure>
        <Figure name="Trial conversion" value={formatShare(trialConversion)}>
          Trials that ended in the last 30 days and became paid memberships.
        </Figure>
      </dl>
    </section>
  )
}

type FigureProps = { name: string; value: string | null; wide?: boolean; children: ReactNode }

function Figure({ name, value, wide = false, children }: FigureProps) {
  return (
    <div className={`flex flex-col rounded-lg border border-gray-200 p-5 ${wide ? 'xl:col-span-3' : 'xl:col-span-2'}`}>
      <dt className="text-sm font-medium text-gray-700">{name}</dt>
      <dd className="mt-1 text-2xl font-semibold wrap-anywhere tabular-nums">
        {value ?? <span className="text-lg font-normal text-gray-600">Not enough data</span>}
      </dd>
      <dd className="mt-2 text-sm text-gray-600">{children}</dd>
    </div>
  )
}

/** Null stays null: there was nothing to divide by. */
function formatShare(share: number | null, signed = false) {
  if (share === null) return null
  const format = new Intl.NumberFormat('en', {
    maximumFractionDigits: 1,
    ...(signed && { signDisplay: 'exceptZero' }),
  })
  return `${format.format(share)}%`
}
