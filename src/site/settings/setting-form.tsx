import { type ComponentProps, type ReactNode, createContext, use, useEffect, useRef } from 'react'
import type { SettingKey, Settings } from '#contract/settings/settings.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { TextField } from '#site/ui/field.tsx'
import { LeaveDialog } from '#site/ui/leave-dialog.tsx'
import { describeSetting, settingNames } from './describe-setting.ts'
import type { SettingProblem, SettingsForm } from './use-settings-form.ts'

/** The settings of one screen with their Save button, errors and the version of another admin. */
export function SettingForm({ form, children }: { form: SettingsForm; children: ReactNode }) {
  const { theirs, conflicts, message, isBusy, isChanged } = form
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const wrong = message === null ? null : element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    wrong?.focus({ preventScroll: true })
    wrong?.scrollIntoView({ block: 'center' })
  }, [message])
  return (
    <form
      ref={element}
      method="post"
      className="grid max-w-reading grid-cols-1 gap-8"
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <LeaveDialog isChanged={isChanged} />
      {theirs && (
        <Banner tone="warning" title="These settings have changed since you opened this page.">
          <p className="mt-1">Your input is still here. These are the saved values:</p>
          <dl className="my-2 rounded-md bg-white p-3 text-gray-900">
            {conflicts.map((key) => (
              <div key={key} className="wrap-anywhere">
                <dt className="inline font-medium">{settingNames[key]}: </dt>
                <dd className="inline" dir="auto">
                  {describeSetting(theirs.values, key)}
                </dd>
              </div>
            ))}
          </dl>
          <div className="flex flex-wrap gap-2">
            <Button tone="quiet" size="sm" onClick={form.keepMine}>
              Keep my version
            </Button>
            <Button tone="quiet" size="sm" onClick={form.discard}>
              Use the saved values
            </Button>
          </div>
        </Banner>
      )}
      {children}
      <div
        className={`flex flex-wrap items-center gap-3 border-t border-gray-200 bg-white py-4 ${isChanged ? 'sticky bottom-0' : ''}`}
      >
        {/* Beside the button that was pressed, because the form may be long. */}
        {message && !theirs && (
          <div className="basis-full">
            <Banner tone="danger">{message}</Banner>
          </div>
        )}
        <Button type="submit" busy={isBusy} disabled={!isChanged || theirs !== null}>
          Save
        </Button>
        {isChanged && (
          <Button tone="plain" disabled={isBusy} onClick={form.discard}>
            Discard changes
          </Button>
        )}
        <output className="text-sm text-gray-600">{isChanged ? 'You have unsaved changes.' : ''}</output>
      </div>
    </form>
  )
}

type Props = {
  form: SettingsForm
  of: SettingKey
  /** What the setting does. */
  says: ReactNode
  children: ReactNode
}

/** One setting: its control, what it does, its default, and its error. */
export function Setting({ form, of, says, children }: Props) {
  const { draft, defaults, problems } = form
  const isDefault = JSON.stringify(draft[of]) === JSON.stringify(defaults[of])
  const problem = problems[of]
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <ProblemContext value={problem ?? null}>{children}</ProblemContext>
      <p id={hintId(of)} className="text-sm text-gray-600">
        {says}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-gray-600">
        <span className="wrap-anywhere">Default: {describeSetting(defaults, of)}</span>
        {!isDefault && (
          <Button
            tone="plain"
            size="sm"
            aria-label={`Use the default for ${settingNames[of].toLowerCase()}`}
            onClick={() => form.set(defaultOf(defaults, of))}
          >
            Use the default
          </Button>
        )}
      </p>
      {problem && (
        <p
          id={problem.id}
          role="alert"
          className="flex gap-1.5 text-sm font-medium text-danger-700 before:font-bold before:content-['!']"
        >
          {problem.message}
        </p>
      )}
    </div>
  )
}

function defaultOf(defaults: Settings, key: SettingKey): Partial<Settings> {
  return { [key]: defaults[key] }
}

const ProblemContext = createContext<SettingProblem | null>(null)

/** For the control that the error of a setting is about. In a setting with several, each names its part. */
export function useInvalid(part?: string) {
  const problem = use(ProblemContext)
  if (!problem || (part !== undefined && problem.part !== part)) return {}
  return { 'aria-invalid': true, 'aria-errormessage': problem.id, 'data-invalid': '' } as const
}

export function SettingTextField({ part, ...props }: ComponentProps<typeof TextField> & { part?: string }) {
  return <TextField {...props} {...useInvalid(part)} />
}

export function hintId(key: SettingKey) {
  return `about-${key.replace('.', '-')}`
}

export const settingLabel = 'text-sm font-medium text-gray-800'
