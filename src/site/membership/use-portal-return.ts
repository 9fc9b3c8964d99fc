import { useEffect, useRef, useState } from 'react'
import type { OwnMembership } from '#contract/membership/membership.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'
import { useQueryValue, useRemoveQueryValue } from './use-query-value.ts'

/**
 * On the way back from the provider's portal, asks once what has changed there: its webhook may come later. Returns whether
 * the answer is awaited.
 */
export function usePortalReturn(onChange: (own: OwnMembership) => void) {
  const api = useApi()
  const isBack = useQueryValue('from') === 'portal'
  const remove = useRemoveQueryValue('from')
  const asked = useRef(false)
  const [isAsking, setIsAsking] = useState(false)

  useEffect(() => {
    if (!isBack || asked.current) return
    asked.current = true
    setIsAsking(true)
    const ask = async () => {
      try {
        onChange(await api('POST /api/membership/sync'))
      } catch (error) {
        // The page still shows what the site knows.
        void toast({ tone: 'danger', title: 'We couldn’t check your payment', description: errorMessage(error) })
      }
      setIsAsking(false)
      await remove()
    }
    void ask()
  }, [api, isBack, onChange, remove])

  return isAsking
}
