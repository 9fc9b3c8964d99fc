import { useState } from 'react'
import type { Viewer } from '#contract/viewer.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { useHardNavigation } from './hard-navigation.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { StepTitle } from './step-title.tsx'

export function AlreadySignedIn({ viewer, next }: { viewer: Viewer; next: string }) {
  return (
    <>
      <StepTitle
        lead={
          <p>
            You are signed in as{' '}
            <strong className="font-medium text-gray-900" dir="auto">
              {viewer.name}
            </strong>
            .
          </p>
        }
      >
        Welcome back
      </StepTitle>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={next}>{next === '/' ? 'Go to the home page' : 'Continue'}</ButtonLink>
        <SignOutButton />
      </div>
    </>
  )
}

export function SignOutButton({ to = '/auth/newauth' }: { to?: string }) {
  const api = useApi()
  const leave = useHardNavigation()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)

  async function signOut() {
    setBusy(true)
    setProblem(null)
    try {
      await api('POST /api/sign-out')
      await leave(to)
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }

  return (
    <>
      <Button tone="quiet" busy={busy} onClick={() => void signOut()}>
        Sign out
      </Button>
      {problem !== null && <Banner tone="danger">{errorMessage(problem)}</Banner>}
    </>
  )
}
