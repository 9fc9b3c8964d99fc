import { useState } from 'react'
import type { PasswordPolicy } from '#contract/identity.ts'
import { Icon } from '#site/ui/icon.tsx'
import { PasswordField } from '#site/ui/password-field.tsx'
import { type Rule, passwordRules } from './password-rules.ts'

type Props = { policy: PasswordPolicy; label?: string }

/** A password to be, with what it must be like ticked off while it is typed. */
export function NewPasswordField({ policy, label = 'Password' }: Props) {
  const [password, setPassword] = useState('')
  const rules = passwordRules(policy, password)
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <PasswordField name="password" label={label} autoComplete="new-password" onType={setPassword} />
      <ul aria-label="What a password needs" className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
        {rules.map((rule) => (
          <RuleLine key={rule.name} {...rule} />
        ))}
      </ul>
      <output className="sr-only">{password && progress(rules)}</output>
    </div>
  )
}

function RuleLine({ name, met }: Rule) {
  return (
    <li className={`flex items-center gap-1.5 ${met ? 'text-primary-800' : 'text-gray-600'}`}>
      <Icon name={met ? 'circle-check' : 'circle'} size={16} />
      <span>
        {name}
        <span className="sr-only">{met ? ': done' : ': still missing'}</span>
      </span>
    </li>
  )
}

function progress(rules: Rule[]) {
  const missing = rules.filter(({ met }) => !met).map(({ name }) => name)
  return missing.length === 0 ? 'The password has all it needs.' : `Still missing: ${missing.join(', ')}.`
}
