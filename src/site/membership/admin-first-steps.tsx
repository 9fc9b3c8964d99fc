import type { ReactNode } from 'react'
import type { Revenue } from '#contract/membership/membership-admin.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { TextLink } from '#site/ui/link.tsx'

/** For a site that has no plans yet. */
export function FirstSteps({ provider }: { provider: Revenue['provider'] }) {
  return (
    <section aria-labelledby="start" className="mt-8 max-w-3xl rounded-lg border border-gray-200 p-6 sm:p-8">
      <h2 id="start" className="font-serif text-xl font-semibold">
        Sell memberships
      </h2>
      <p className="mt-2 text-gray-600">
        Readers pay for members’ stories, and creators share the revenue. It takes three steps.
      </p>
      <ol className="mt-6 grid grid-cols-1 gap-6">
        <Step number={1} title="Create a plan">
          <p>Choose a name, a price and what it includes. Most sites start with one monthly and one yearly plan.</p>
          <p className="mt-3">
            <ButtonLink to="/admin/membership/plans?edit=new">Create a plan</ButtonLink>
          </p>
        </Step>
        <Step number={2} title={provider === 'test' ? 'Connect Stripe' : 'Stripe is connected'}>
          {provider === 'stripe' && <p>Payments go to your Stripe account.</p>}
          {provider === 'stripe-test' && <p>With test keys, no money moves. Set live keys to take payments.</p>}
          {provider === 'test' && (
            <p>
              Set <code>STRIPE_SECRET_KEY</code> and <code>STRIPE_WEBHOOK_SECRET</code>, then restart the site.{' '}
              <code>docs/configuration.md</code> describes both. Until then, the built-in test checkout is used, in
              which no money moves.
            </p>
          )}
        </Step>
        <Step number={3} title="Try it">
          <p>
            Your plans are on <TextLink to="/membership">the membership page</TextLink>. Join as a reader, and come back
            here to see the figures.
          </p>
        </Step>
      </ol>
    </section>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[2rem_1fr] gap-x-4">
      <span
        aria-hidden
        className="grid size-8 place-items-center rounded-full bg-primary-100 text-sm font-semibold text-primary-900"
      >
        {number}
      </span>
      <div className="min-w-0">
        <h3 className="font-medium">{title}</h3>
        <div className="mt-1 text-sm wrap-anywhere text-gray-600">{children}</div>
      </div>
    </li>
  )
}
