import { type ComponentProps, type ReactNode, useId } from 'react'
import { controlLook } from '#site/ui/field.tsx'

type Props = {
  label: string
  hint?: ReactNode
  problem?: string | undefined
  count?: { now: number; max: number }
  children(ids: { 'id': string; 'aria-describedby': string; 'aria-invalid': true | undefined }): ReactNode
}

/** A labelled control with hint, error and character count. */
export function Setting({ label, hint, problem, count, children }: Props) {
  const id = useId()
  const notes = `${id}-notes`
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium text-gray-800">
          {label}
        </label>
        {count && count.now > 0 && (
          <span className={`text-sm tabular-nums ${count.now > count.max ? 'text-danger-700' : 'text-gray-500'}`}>
            {count.now} of {count.max}
          </span>
        )}
      </div>
      {children({ 'id': id, 'aria-describedby': notes, 'aria-invalid': problem === undefined ? undefined : true })}
      <div id={notes} className="grid gap-1 text-sm text-gray-600">
        {problem && (
          <p role="alert" className="font-medium text-danger-700">
            <span aria-hidden>! </span>
            {problem}
          </p>
        )}
        {hint && <div>{hint}</div>}
      </div>
    </div>
  )
}

export function SettingInput(props: ComponentProps<'input'>) {
  return <input className={`min-h-11 aria-invalid:border-danger-700 ${controlLook}`} autoComplete="off" {...props} />
}

export function SettingTextArea(props: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={3}
      className={`py-2.5 field-sizing-content aria-invalid:border-danger-700 ${controlLook}`}
      {...props}
    />
  )
}

export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-5 border-t border-gray-200 py-6 first:border-0 first:pt-0">
      <h3 className="font-serif text-base font-semibold">{title}</h3>
      {children}
    </section>
  )
}
