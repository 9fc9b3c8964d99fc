import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'

export type AcceptedInvitation = Reply<'POST /api/invitations/look'> & { token: string }

/** The invitation of the link. Its token is in the fragment, which never reaches a server or its logs. */
export function useInvitation() {
  const api = useApi()
  const { hash, search } = useLocation()
  const [invitation, setInvitation] = useState<AcceptedInvitation | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const token = new URLSearchParams(hash.slice(1)).get('invitation') ?? new URLSearchParams(search).get('invitation')

  useEffect(() => {
    if (!token) return undefined
    let left = false
    api('POST /api/invitations/look', { body: { token } }).then(
      (found) => {
        if (!left) setInvitation({ ...found, token })
      },
      (error: unknown) => {
        if (!left) setProblem(errorMessage(error))
      },
    )
    return () => {
      left = true
    }
  }, [api, token])

  return { invitation, problem }
}
