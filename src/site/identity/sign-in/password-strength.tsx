import { useEffect, useState } from 'react'
import type { Estimate } from './estimate-strength.ts'

export const RECOMMENDED_LENGTH = 12
const STEPS = [1, 2, 3, 4]

const levels = [
  { name: 'Weak', filled: 1, look: 'bg-danger-700' },
  { name: 'Weak', filled: 1, look: 'bg-danger-700' },
  { name: 'Fair', filled: 2, look: 'bg-warning-800' },
  { name: 'Good', filled: 3, look: 'bg-primary-600' },
  { name: 'Strong', filled: 4, look: 'bg-primary-600' },
]

/** Estimates the password strength in the browser. Null until it is known. `about` returns words an attacker may know. */
export function useEstimate(password: string, about: () => string[]): Estimate | null {
  const [estimate, setEstimate] = useState<Estimate | null>(null)
  useEffect(() => {
    let stale = false
    if (password === '') return setEstimate(null)
    import('./estimate-strength.ts').then(
      ({ estimateStrength }) => !stale && setEstimate(estimateStrength(password, about())),
      // The module could not be loaded. The server validates the password anyway.
      () => !stale && setEstimate(null),
    )
    return () => void (stale = true)
    // The other fields are read when the password changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [password])
  return estimate
}

export function strengthSentence({ score, common }: Estimate, password: string) {
  if (common) return 'Strength: Weak. Many people use this password.'
  const advice = [...password].length < RECOMMENDED_LENGTH ? ` Use ${RECOMMENDED_LENGTH} or more characters.` : ''
  return `Strength: ${levelOf(score, password).name}.${advice}`
}

export function StrengthMeter({ estimate, password }: { estimate: Estimate; password: string }) {
  const { filled, look } = levelOf(estimate.score, password)
  return (
    <div className="grid grid-cols-1 gap-1.5 text-sm text-gray-700">
      <div aria-hidden className="flex gap-1">
        {STEPS.map((step) => (
          <span key={step} className={`h-1.5 flex-1 rounded-full ${step <= filled ? look : 'bg-gray-200'}`} />
        ))}
      </div>
      <p>{strengthSentence(estimate, password)}</p>
    </div>
  )
}

/** A short password is at most “Good”. */
function levelOf(score: number, password: string) {
  const most = [...password].length < RECOMMENDED_LENGTH ? 3 : 4
  return levels[Math.min(score, most)] ?? { name: 'Weak', filled: 1, look: 'bg-danger-700' }
}
