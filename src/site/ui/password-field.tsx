import { Field as Base } from '@base-ui/react/field'
import { type ComponentProps, useState } from 'react'
import { Field, controlLook } from './field.tsx'
import { Icon } from './icon.tsx'

type Props = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'aside'> & {
  name: string
  autoComplete: 'current-password' | 'new-password'
  onType?(password: string): void
}

/** A password input with a show/hide button. */
export function PasswordField({ name, label, hint, aside, autoComplete, onType }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <Field name={name} label={label} hint={hint} aside={aside} required>
      <div className="relative" dir="ltr">
        <Base.Control
          required
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          className={`min-h-11 pe-12 ${controlLook}`}
          {...(onType && { onValueChange: onType })}
        />
        <button
          type="button"
          aria-label="Show the password"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-md text-gray-500 hover:text-gray-900"
        >
          <Icon name={shown ? 'eye-off' : 'eye'} size={18} />
        </button>
      </div>
    </Field>
  )
}
