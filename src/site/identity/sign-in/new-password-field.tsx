import { useRef, useState } from 'react'
import type { PasswordPolicy } from '#contract/identity/identity.ts'
import { type PasswordRule, evaluatePassword } from '#contract/identity/password-rules.ts'
import { Icon } from '#site/ui/icon.tsx'
import { PasswordField } from '#site/ui/password-field.tsx'
import { RECOMMENDED_LENGTH, StrengthMeter, strengthSentence, useEstimate } from './password-strength.tsx'

type Props = { policy: PasswordPolicy; label?: string }
type Rule = { name: string; met: boolean }

const names: Record<PasswordRule, (policy: PasswordPolicy) => string> = {
  minLength: ({ minLength }) => `At least ${minLength} characters`,
  maxLength: ({ maxLength }) => `At most ${maxLength} characters`,
  lowercase: () => 'A lowercase letter',
  uppercase: () => 'An uppercase letter',
  numeric: () => 'A digit',
  symbol: () => 'A symbol such as ! or ?',
}

/** What a password must have, in words. */
export function requirementsOf(policy: PasswordPolicy): string[] {
  return evaluatePassword(policy, '')
    .filter(({ rule }) => rule !== 'maxLength')
    .map(({ rule }) => names[rule](policy))
}

/** A new password, with a requirements checklist and a strength estimate. */
export function NewPasswordField({ policy, label = 'Password' }: Props) {
  const [password, setPassword] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const estimate = useEstimate(password, () => otherValues(place.current))
  const rules = evaluatePassword(policy, password)
    // The maximum length is listed only once it is exceeded.
    .filter(({ rule, met }) => rule !== 'maxLength' || !met)
    .map(({ rule, met }) => ({ name: names[rule](policy), met }))
  return (
    <div ref={place} className="grid grid-cols-1 gap-2.5">
      <PasswordField
        name="password"
        label={label}
        hint={`We recommend ${RECOMMENDED_LENGTH} or more characters.`}
        autoComplete="new-password"
        onType={setPassword}
      />
      <ul aria-label="Password requirements" className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
        {rules.map((rule) => (
          <RuleLine key={rule.name} {...rule} />
        ))}
      </ul>
      {/* Reserved: the estimate arrives late, and a button that moves would lose the click. */}
      <div className="min-h-8">{estimate && <StrengthMeter estimate={estimate} password={password} />}</div>
      <output className="sr-only">
        {password && [progress(rules), estimate && strengthSentence(estimate, password)].filter(Boolean).join(' ')}
      </output>
    </div>
  )
}

/** Values of the other fields: a name or an address makes a weak password. */
function otherValues(place: HTMLElement | null) {
  const fields = place?.closest('form')?.querySelectorAll('input') ?? []
  return [...fields]
    .filter(({ type }) => type === 'text' || type === 'email')
    .flatMap(({ value }) => [value, ...value.split('@')])
}

function RuleLine({ name, met }: Rule) {
  return (
    <li className={`flex items-center gap-1.5 ${met ? 'text-primary-800' : 'text-gray-600'}`}>
      <Icon name={met ? 'circle-check' : 'circle'} size={16} />
      <span>
        {name}
        <span className="sr-only">{met ? ': met' : ': not met'}</span>
      </span>
    </li>
  )
}

function progress(rules: Rule[]) {
  const missing = rules.filter(({ met }) => !met).map(({ name }) => name)
  return missing.length === 0 ? 'All requirements met.' : `Not met: ${missing.join(', ')}.`
}
