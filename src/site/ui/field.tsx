import { Field as Base } from '@base-ui/react/field'
import type { ComponentProps, ReactNode } from 'react'

export const controlLook =
  'w-full rounded-md border border-gray-300 bg-white px-3.5 text-base text-gray-900 transition-colors placeholder:text-gray-500 hover:border-gray-400 focus-visible:border-primary-600 focus-visible:outline-offset-0 data-invalid:border-danger-700 data-disabled:bg-gray-100 data-disabled:text-gray-500'

type Props = {
  name: string
  label: string
  hint?: ReactNode
  /** At the end of the label, such as a help link. */
  aside?: ReactNode
  required?: boolean
  children: ReactNode
}

/** A labelled control with its hint and error. Errors of the form are assigned by name. */
export function Field({ name, label, hint, aside, required = false, children }: Props) {
  return (
    <Base.Root name={name} className="grid grid-cols-[1fr_auto] gap-y-1.5 *:col-span-full">
      <Base.Label className="col-span-1! text-sm font-medium text-gray-800">
        {label}
        {!required && <span className="font-normal text-gray-500"> (optional)</span>}
      </Base.Label>
      {children}
      {hint && <Base.Description className="text-sm text-gray-600">{hint}</Base.Description>}
      <FieldError />
      {/* Last in the DOM, so that Tab goes from field to field. */}
      {aside && <div className="col-span-1! col-start-2! row-start-1 ms-4 text-sm">{aside}</div>}
    </Base.Root>
  )
}

/** An error below its field, with an icon, so that colour is not the only sign. */
function FieldError() {
  return (
    <Base.Error className="flex gap-1.5 text-sm font-medium text-danger-700 before:content-['!'] before:font-bold" />
  )
}

type InputProps = Omit<ComponentProps<typeof Base.Control>, 'className'> &
  Omit<Props, 'children' | 'name' | 'aside'> & { name: string }

export function TextField({ name, label, hint, required = false, ...input }: InputProps) {
  return (
    <Field name={name} label={label} hint={hint} required={required}>
      <Base.Control required={required} className={`min-h-11 ${controlLook}`} {...input} />
    </Field>
  )
}

type AreaProps = Omit<ComponentProps<'textarea'>, 'name' | 'defaultValue' | 'value'> &
  Omit<Props, 'children' | 'aside'> & { defaultValue?: string }

export function TextArea({ name, label, hint, required = false, rows = 4, defaultValue, ...area }: AreaProps) {
  return (
    <Field name={name} label={label} hint={hint} required={required}>
      <Base.Control
        required={required}
        {...(defaultValue !== undefined && { defaultValue })}
        render={<textarea rows={rows} className={`py-2.5 field-sizing-content ${controlLook}`} {...area} />}
      />
    </Field>
  )
}

type NativeSelectProps = Omit<Props, 'children' | 'aside'> & {
  options: readonly { value: string; label: string }[]
  defaultValue?: string
}

/** The browser's own list of options, which works before the page has loaded its code. */
export function NativeSelect({ name, label, hint, required = false, options, defaultValue }: NativeSelectProps) {
  return (
    <Field name={name} label={label} hint={hint} required={required}>
      {/* Not required: it has a value from the start. */}
      <Base.Control
        {...(defaultValue !== undefined && { defaultValue })}
        render={
          <select className={`min-h-11 ${controlLook}`}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        }
      />
    </Field>
  )
}
