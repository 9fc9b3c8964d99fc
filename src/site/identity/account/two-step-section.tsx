import { useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Time } from '#site/ui/time.tsx'
import { useAccount } from './account-context.ts'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import { FocusFirst, useReturnFocus } from './focus.tsx'
import { Outcome } from './outcome.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Row, Section } from './section.tsx'
import { useAction } from './use-action.ts'

type Begun = Reply<'POST /api/account/factors'>

export function TwoStepSection() {
  const api = useApi()
  const { account, withRecentSignIn, reload } = useAccount()
  const change = useAction()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const button = useReturnFocus(begun !== null)

  return (
    <Section
      id="second-step"
      title="Two-step verification"
      about="Requires a code from an authenticator app, so a stolen password is not enough to sign in."
    >
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />
      ) : begun ? (
        <FocusFirst>
          <AuthenticatorSetup
            begun={begun}
            onCancel={() => setBegun(null)}
            onAdded={(fresh) => {
              setBegun(null)
              setCodes(fresh)
              void change.run(reload)
            }}
          />
        </FocusFirst>
      ) : account.factors.length > 0 ? (
        <Added onCodes={setCodes} />
      ) : (
        <Row
          title="Off"
          detail="You need an app that shows six-digit codes, on your phone or in your password manager."
          action={
            <Button
              ref={button}
              tone="quiet"
              size="sm"
              busy={change.busy}
              onClick={() =>
                void change.run(async () => setBegun(await withRecentSignIn(() => api('POST /api/account/factors'))))
              }
            >
              Add an authenticator app
            </Button>
          }
        />
      )}
      <Outcome {...change} />
    </Section>
  )
}

function Added({ onCodes }: { onCodes(codes: string[]): void }) {
  const api = useApi()
  const { account, withRecentSignIn, show, reload } = useAccount()
  const change = useAction()

  async function renew() {
    const { recoveryCodes } = await withRecentSignIn(() => api('POST /api/account/recovery-codes'))
    onCodes(recoveryCodes)
    await reload()
  }

  return (
    <>
      {account.factors.map(({ id, name, enrolledAt }) => (
        <Row
          key={id}
          title={<span dir="auto">{name}</span>}
          detail={
            <>
              Authenticator app, added <Time at={enrolledAt} />
            </>
          }
          action={
            <ConfirmButton
              label={`Remove ${name}`}
              busy={change.busy}
              title="Remove the authenticator app?"
              consequence="You will sign in without a code, and your recovery codes will stop working."
              action="Remove"
              onConfirm={() =>
                void change.run(async () =>
                  show(await withRecentSignIn(() => api('DELETE /api/account/factors/{id}', { params: { id } }))),
                )
              }
            >
              Remove
            </ConfirmButton>
          }
        />
      ))}
      <Row
        title="Recovery codes"
        detail={`${account.recoveryCodesLeft} left. Use one to sign in if you lose your authenticator app.`}
        action={
          <ConfirmButton
            label="New codes"
            busy={change.busy}
            title="Create new recovery codes?"
            consequence="Your current codes will stop working."
            action="Create codes"
            onConfirm={() => void change.run(renew)}
          >
            New codes
          </ConfirmButton>
        }
      />
      <Outcome {...change} />
    </>
  )
}
