import { useEffect, useState } from 'react'
import { useBoot } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { type Consent, measurementId, readConsent, storeConsent } from './consent.ts'

const states = {
  allowed: 'You allowed this site to count your visits with Google Analytics.',
  declined: 'This site does not count your visits with Google Analytics.',
}

/** The choice for or against the outside analytics service, on sites that use one. */
export function MeasurementChoice() {
  const { base } = useBoot()
  const [id, setId] = useState<string | null>(null)
  const [consent, setConsent] = useState<Consent>('declined')
  useEffect(() => {
    setId(measurementId())
    setConsent(readConsent() ?? 'declined')
  }, [])
  if (id === null) return null

  async function change() {
    if (id === null) return
    const next = consent === 'allowed' ? 'declined' : 'allowed'
    setConsent(next)
    storeConsent(next)
    const { followConsent, withdrawConsent } = await import('./measurement.ts')
    if (next === 'allowed') followConsent(id, base)
    else withdrawConsent(id)
  }

  return (
    <section className="grid justify-items-start gap-4">
      <h2 className="text-lg font-semibold">Google Analytics</h2>
      <output className="text-sm text-gray-700">{states[consent]}</output>
      <Button tone="quiet" size="sm" onClick={() => void change()}>
        {consent === 'allowed' ? 'Decline' : 'Allow'}
      </Button>
    </section>
  )
}
