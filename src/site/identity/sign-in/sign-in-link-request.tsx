import type { ReactNode } from 'react'
import { useApi } from '#site/page.ts'
import { MailRequest } from './mail-request.tsx'
import { rememberEmail } from './remembered-email.ts'

type Props = { email: string; onEmail?(email: string): void; next: string; above: ReactNode; below?: ReactNode }

/** Requests a sign-in link and remembers the address in this browser. */
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
      sent="If this address can sign in here, we sent it a link. Open it in this browser."
    />
  )
}
