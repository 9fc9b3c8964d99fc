import { usePageData } from '#site/page.ts'
import { Section } from '#site/identity/account/section.tsx'
import { SettingsFrame } from '#site/settings/settings-frame.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import type { MailServer } from '#contract/mail/mail-server.ts'
import { Banner } from '#site/ui/banner.tsx'
import { MailServerForm } from './mail-server-form.tsx'
import type { mailSettingsData } from './mail-settings-data.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

export default function MailSettingsPage() {
  const { server } = usePageData<typeof mailSettingsData>()
  return (
    <SettingsFrame
      title="Mail server"
      lead="The server that delivers confirmations, sign-in links, invitations and notifications. Changes apply at once."
    >
      <Section id="delivery" title="Delivery">
        <Delivery server={server} />
      </Section>
      <Section id="server" title="Server and sender" about="Your email service shows these values.">
        <MailServerForm server={server} />
      </Section>
    </SettingsFrame>
  )
}

function Delivery({ server: { server, from, delivery } }: { server: MailServer }) {
  const { lastSentAt, lastFailure, failed, waiting } = delivery
  return (
    <>
      {server === null ? (
        <Banner tone="warning" title="Emails are not delivered.">
          No mail server is configured. Emails are kept in the <TextLink to="/admin/mail">mail log</TextLink>. Those of
          the last 24 hours are sent when you add a server.
        </Banner>
      ) : (
        <p className="text-sm wrap-anywhere text-gray-700">
          Emails are sent through <bdi className="font-medium">{server}</bdi> from{' '}
          <bdi className="font-medium">{from}</bdi>.
        </p>
      )}
      <ul className="grid gap-1.5 text-sm text-gray-700">
        <li>
          {lastSentAt ? (
            <>
              Last delivery: <Time at={lastSentAt} />
            </>
          ) : (
            'No email has been delivered yet.'
          )}
        </li>
        {server !== null && waiting > 0 && <li>{describeCount(waiting)} waiting.</li>}
        <li>
          {failed === 0 ? (
            'No failed emails.'
          ) : (
            <TextLink to="/admin/mail?state=failed">{describeCount(failed)} could not be delivered</TextLink>
          )}
        </li>
        {lastFailure && (
          <li className="wrap-anywhere">
            Last error: <bdi>{lastFailure.problem}</bdi> (email of <Time at={lastFailure.at} />)
          </li>
        )}
      </ul>
    </>
  )
}

/** The server counts to 1000. */
function describeCount(count: number) {
  if (count >= 1000) return '1,000 or more emails'
  return count === 1 ? '1 email' : `${count} emails`
}
