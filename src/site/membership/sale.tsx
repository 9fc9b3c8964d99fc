import type { ReactNode } from 'react'
import type { MembershipOffer } from '#contract/membership/membership.ts'
import { TRIAL_NOTICE_DAYS } from '#contract/membership/states.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Link } from '#site/ui/link.tsx'
import { useShell } from '#site/page.ts'

const FACES = 5

export function Hero({ offer }: { offer: MembershipOffer }) {
  const { creators, memberStories, creatorShare } = offer
  return (
    <header className="mx-auto max-w-reading text-center">
      {creators.length > 2 && (
        <div aria-hidden className="mb-6 flex justify-center -space-x-3 rtl:space-x-reverse">
          {creators.slice(0, FACES).map(({ id, name, avatar }) => (
            <span key={id} className="rounded-full ring-4 ring-gray-50">
              <Avatar name={name} src={avatar?.src ?? null} size={48} />
            </span>
          ))}
        </div>
      )}
      <h1 className="font-serif text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
        {creatorShare > 0 ? 'Read every story. Support the people who write them.' : 'Read every story.'}
      </h1>
      <p className="mt-4 text-md text-pretty text-gray-600 sm:text-lg">
        {memberStories > 1
          ? `Membership opens ${memberStories.toLocaleString('en')} members’ stories, and each new one from the day it is published.`
          : 'Membership opens every members’ story from the day it is published.'}
      </p>
    </header>
  )
}

/** What membership opens, in figures of this site. */
export function MembershipBenefits({ offer }: { offer: MembershipOffer }) {
  const { memberStories, freeStories, creatorShare } = offer
  return (
    <section aria-labelledby="opens">
      <h2 id="opens" className="text-center font-serif text-xl font-semibold text-balance">
        What membership opens
      </h2>
      <ul className="mt-8 grid grid-cols-1 gap-8 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
        <Reason
          icon="book-open"
          title={memberStories > 1 ? `${memberStories.toLocaleString('en')} stories in full` : 'Every story in full'}
        >
          {freeStories > 0
            ? `Without membership you can read ${freeStories} members’ ${freeStories === 1 ? 'story' : 'stories'} a month.`
            : 'Without membership you see the beginning of each.'}
        </Reason>
        {creatorShare > 0 && (
          <Reason icon="hand-heart" title="Creators are paid">
            {creatorShare}% of what members pay goes to the creators whose stories they finish.
          </Reason>
        )}
        <Reason icon="calendar-x" title="Cancel anytime">
          It takes two clicks, and you keep what you paid for until the end of the period.
        </Reason>
      </ul>
    </section>
  )
}

function Reason({ icon, title, children }: { icon: string; title: string; children: ReactNode }) {
  return (
    <li className="text-center">
      <Icon name={icon} size={28} className="mx-auto text-primary-700" />
      <p className="mt-3 font-serif text-lg leading-snug font-semibold">{title}</p>
      <p className="mt-1.5 text-pretty text-gray-600">{children}</p>
    </li>
  )
}

export function SupportedCreators({ offer: { creators, creatorShare } }: { offer: MembershipOffer }) {
  if (creators.length === 0) return null
  return (
    <section aria-labelledby="creators">
      <h2 id="creators" className="text-center font-serif text-xl font-semibold text-balance">
        {creatorShare > 0 ? 'Creators you support' : 'Creators you can read'}
      </h2>
      <ul className="mt-8 flex flex-wrap justify-center gap-4">
        {creators.map(({ id, handle, name, about, avatar }) => (
          <li key={id} className="w-[calc((100%-1rem)/2)] min-w-0 sm:w-48">
            <Link
              to={`/user/${handle}`}
              viewTransition
              className="flex h-full flex-col items-center rounded-lg border border-gray-200 bg-white p-5 text-center transition-colors hover:border-gray-400"
            >
              <Avatar name={name} src={avatar?.src ?? null} size={96} />
              <span dir="auto" className="mt-3 line-clamp-2 font-serif font-semibold wrap-anywhere">
                {name}
              </span>
              {about && (
                <span dir="auto" className="mt-1 line-clamp-2 text-sm wrap-anywhere text-gray-600">
                  {about}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Questions({ offer }: { offer: MembershipOffer }) {
  const { site } = useShell()
  const { freeStories, creatorShare, plans, provider } = offer
  const trials = plans.flatMap(({ trialDays }) => (trialDays > 0 ? trialDays : []))
  const hasGroups = plans.some(({ seats }) => seats > 1)
  return (
    <section aria-labelledby="questions" className="mx-auto w-full max-w-reading">
      <h2 id="questions" className="text-center font-serif text-xl font-semibold">
        Questions and answers
      </h2>
      <div className="mt-6 divide-y divide-gray-200 border-y border-gray-200">
        <Question question="What do I get?">
          Every members’ story on {site.name} in full, for as long as you are a member.
          {freeStories > 0 && ` Without membership you can read ${freeStories} of them a month.`}
        </Question>
        {creatorShare > 0 && (
          <Question question="Where does my money go?">
            {creatorShare}% of what members pay, after tax and refunds, is divided among creators each month, by the
            stories that members read to the end.{creatorShare < 100 && ' The rest runs the site.'}
          </Question>
        )}
        {trials.length > 0 && (
          <Question question="How does the free trial work?">
            You pay nothing until it ends. {describeTrialNotice(trials)}Cancel before that day and nothing is charged.
            There is one trial for each person.
          </Question>
        )}
        <Question question="Can I cancel or change my plan?">
          Yes, on this page and at any time. A cancelled membership lasts until the end of the period that you paid for.
          When you change your plan, unused time counts towards the new one.
        </Question>
        <Question question="What happens if a payment fails?">
          You keep reading for a few days, and we email you so that you can update your payment method.
        </Question>
        {hasGroups && (
          <Question question="How does a group plan work?">
            You pay once and invite people by email. Each of them reads with their own account. You can take a seat back
            and give it to another person.
          </Question>
        )}
        <Question question="How do I pay?">
          {provider !== 'test'
            ? 'By card, at Stripe. This site never sees your card number. You can download a receipt for each payment here.'
            : 'This site is in test mode: you choose one of three test cards, and no money moves.'}
        </Question>
      </div>
    </section>
  )
}

/** Empty when no trial is long enough to be announced. */
function describeTrialNotice(trials: readonly number[]) {
  const announced = trials.filter((days) => days > TRIAL_NOTICE_DAYS)
  if (announced.length === 0) return ''
  return announced.length === trials.length
    ? 'We email you before it does. '
    : `We email you before the end of a trial that is longer than ${TRIAL_NOTICE_DAYS} days. `
}

function Question({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 font-medium marker:content-none [&::-webkit-details-marker]:hidden">
        {question}
        <Icon name="chevron-down" className="text-gray-500 transition-transform group-open:rotate-180" />
      </summary>
      <p className="pb-5 text-pretty text-gray-700">{children}</p>
    </details>
  )
}
