import type { ReactNode } from 'react'
import { useApi } from '#site/page.ts'
import { MailRequest } from './mail-request.tsx'
import { rememberEmail } from './remembered-email.ts'

type Props = { email: string; onEmail?(email: string): void; next: string; above: ReactNode; below?: ReactNode }

/** A link that signs in without a password. This browser remembers for whom. */
export function SignInLinkRequest({ next, ...rest }: Props) {
  const api = useApi()

  async function send(email: string) {
    await api('POST /api/mailed/sign-in', { body: { email, ...(next !== '/' && { next }) } })
    rememberEmail(email)
  }

  return (
    <MailRequest
      {...rest}
      submit="Email me a sign-in link"
      send={send}
      sent="If this address can sign in here, a link is on its way to it. Open it in this browser."
    />
  )
}
