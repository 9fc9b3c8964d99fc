import type { AdminGrant } from '#contract/membership/membership-admin.ts'
import type { AdminPersonDetails } from '#contract/people-admin/people-admin.ts'
import type { EntitlementSource } from '#contract/membership/states.ts'
import { stateNames as membershipNames } from '#contract/membership/describe-membership.ts'
import { AbsoluteTime } from '#site/articles/desk/absolute-time.tsx'
import { describeAction } from '#site/audit/describe-action.ts'
import { Row, Rows, Section } from '#site/identity/account/section.tsx'
import { usePageData } from '#site/page.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Badge } from '#site/ui/badge.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import { AccessSection } from './access-section.tsx'
import { DataSection } from './data-section.tsx'
import { FreeMonths } from './free-months.tsx'
import { NotesSection } from './notes-section.tsx'
import type { personData } from './person-data.ts'
import { SessionsSection } from './sessions-section.tsx'
import { roleNames, stateNames, stateTones } from './words.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

export default function PersonPage() {
  const person = usePageData<typeof personData>()
  return (
    <div className="max-w-4xl py-10">
      <p className="text-sm">
        <TextLink to="/admin/users">All people</TextLink>
      </p>
      <Heading person={person} />
      <AccessSection key={`access ${person.id}`} person={person} />
      <AccountSection person={person} />
      <MembershipSection person={person} grants={person.grants} />
      <SessionsSection key={`sessions ${person.id}`} person={person} />
      <NotesSection key={`notes ${person.id}`} person={person} />
      <HistorySection person={person} />
      <DataSection key={`data ${person.id}`} person={person} />
    </div>
  )
}

type Props = { person: AdminPersonDetails }

function Heading({ person: { name, handle, avatar, role, state, about, counts, joinedAt, seenAt } }: Props) {
  const figures = [
    ['Stories', counts.stories],
    ['Drafts', counts.drafts],
    ['Responses', counts.responses],
    ['Reports', counts.reports],
    ['Followers', counts.followers],
    ['Files', counts.files],
  ] as const
  return (
    <header className="mt-4 pb-8">
      <div className="flex items-start gap-4">
        <Avatar name={name} src={avatar?.src ?? null} size={48} />
        <div className="min-w-0 flex-1">
          <h1 className="font-serif text-2xl font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-gray-600">
            <TextLink to={`/user/${handle}`} className="wrap-anywhere">
              @{handle}
            </TextLink>
            <Badge>{roleNames[role]}</Badge>
            <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
          </p>
        </div>
      </div>
      {about && (
        <p className="mt-4 w-fit max-w-reading wrap-anywhere text-gray-700" dir="auto">
          {about}
        </p>
      )}
      <dl className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-4">
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt className="text-sm text-gray-600">{label}</dt>
            <dd className="text-lg font-medium tabular-nums">{count.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-gray-600">
        Joined <Time at={joinedAt} />, last seen <Time at={seenAt} />.
      </p>
    </header>
  )
}

function AccountSection({ person: { email, account } }: Props) {
  if (!account)
    return (
      <Section id="account" title="Account">
        <p className="text-gray-600">This person has no account and can’t sign in.</p>
      </Section>
    )
  const methods = [
    account.hasPassword && 'Password',
    ...account.providers,
    account.passkeys > 0 && (account.passkeys === 1 ? 'Passkey' : `${account.passkeys} passkeys`),
  ].filter((method) => typeof method === 'string')
  return (
    <Section id="account" title="Account">
      <Rows>
        <li>
          <Row
            title={<span dir="ltr">{email ?? 'No email address'}</span>}
            detail={account.emailVerified ? 'Confirmed' : 'Not confirmed'}
          />
        </li>
        <li>
          <Row title="Sign-in methods" detail={methods.length > 0 ? methods.join(', ') : 'Email link'} />
        </li>
        <li>
          <Row title="Two-step verification" detail={account.twoStep ? 'On' : 'Off'} />
        </li>
        <li>
          <Row
            title="Account created"
            detail={
              <>
                <Time at={account.createdAt} />, last sign-in <Time at={account.lastSignInAt} />
              </>
            }
          />
        </li>
      </Rows>
    </Section>
  )
}

const sourceNames: Record<EntitlementSource, string> = {
  membership: 'with their own subscription',
  seat: 'with a seat in a group',
  gift: 'with a gift',
  reward: 'with a reward',
  admin: 'with free months',
}

/** People with a gift, a seat or free months are members without a subscription. */
function MembershipSection({ person: { handle, membership }, grants }: Props & { grants: readonly AdminGrant[] }) {
  const { state, reads } = membership
  return (
    <Section id="membership" title="Membership">
      <Rows>
        <li>
          <Row
            title="Reads members’ stories"
            detail={
              reads === null ? (
                'No'
              ) : (
                <>
                  Yes, {sourceNames[reads.source]}, until <AbsoluteTime at={reads.until} dateOnly />
                  {reads.renews && ' if it does not renew'}
                </>
              )
            }
          />
        </li>
        <li>
          <Row title="Own subscription" detail={state === 'none' ? 'None' : membershipNames[state]} />
        </li>
      </Rows>
      <FreeMonths grants={grants} />
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <TextLink to={`/admin/membership/members${state === 'none' ? '' : `?q=${encodeURIComponent(handle)}`}`}>
          {state === 'none' ? 'All members' : 'Manage membership'}
        </TextLink>
        <TextLink to={`/admin/membership/payments?person=${encodeURIComponent(handle)}`}>Payments</TextLink>
      </p>
    </Section>
  )
}

function HistorySection({ person: { id, audit } }: Props) {
  return (
    <Section id="history" title="History" about="The latest entries of the audit log about this person.">
      {audit.length === 0 ? (
        <p className="text-gray-600">No entries yet.</p>
      ) : (
        <Rows>
          {audit.map(({ id: entry, action, actor, actorKind, at, before, after, reason }) => (
            <li key={entry}>
              <Row
                title={describeAction(action)}
                detail={
                  <>
                    <span dir="auto">{actor?.name ?? actorKind}</span>, <Time at={at} />
                    {before && after && `: ${valuesOf(before)} → ${valuesOf(after)}`}
                    {reason && (
                      <span className="mt-0.5 block wrap-anywhere" dir="auto">
                        {reason}
                      </span>
                    )}
                  </>
                }
              />
            </li>
          ))}
        </Rows>
      )}
      <p>
        <TextLink to={`/admin/audit?target=${encodeURIComponent(`person:${id}`)}`}>All entries</TextLink>
      </p>
    </Section>
  )
}

function valuesOf(change: Record<string, unknown>) {
  return Object.values(change).map(String).join(', ')
}
