import { useEffect, useState } from 'react'
import type { LiveFigures } from '#contract/analytics/analytics.ts'
import { useApi } from '#site/page.ts'

const REFRESH_MS = 15_000

/** Who is on the site now, asked for again every few seconds while the tab is visible. */
export function useLiveFigures(loaded: LiveFigures): LiveFigures {
  const api = useApi()
  const [live, setLive] = useState(loaded)

  useEffect(() => {
    function refresh() {
      if (document.visibilityState !== 'visible') return
      // After a failure the next refresh tries again.
      api('GET /api/admin/analytics/live').then(setLive, () => {})
    }
    const timer = setInterval(refresh, REFRESH_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [api])

  return live
}
