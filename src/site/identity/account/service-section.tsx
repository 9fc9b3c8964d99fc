import { useAccount } from './account-context.ts'
import { Section } from './section.tsx'

/** For accounts that another site manages. */
export function ServiceSection({ url }: { url: string }) {
  const { account } = useAccount()
  const { host } = new URL(url)
  return (
    <Section id="service" title="Sign-in" about={<>Your account is managed at {host}.</>}>
      {account.email && (
        <p className="break-words" dir="ltr">
          {account.email}
        </p>
      )}
      <p className="text-gray-600">
        To change your email address, password or two-step verification, go to{' '}
        <a className="font-medium underline" href={`${url}user/account`}>
          your account at {host}
        </a>
        .
      </p>
    </Section>
  )
}
