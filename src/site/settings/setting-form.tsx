import type { ReactNode } from 'react'
import type { SettingKey, Settings } from '#contract/settings/settings.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { describeSetting, settingNames } from './describe-setting.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/** The settings of one screen with their Save button, errors and the version of another admin. */
export function SettingForm({ form, children }: { form: SettingsForm; children: ReactNode }) {
  const { theirs, conflicts, message, isBusy, isChanged } = form
  return (
    <form
      method="post"
      className="grid max-w-reading grid-cols-1 gap-8"
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <LeaveDialog isChanged={isChanged} />
      {message && !theirs && <Banner tone="danger">{message}</Banner>}
      {theirs && (
        <Banner tone="warning" title="Another admin has changed these settings since you opened this page.">
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
      {children}
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
          role="alert"
          className="flex gap-1.5 text-sm font-medium text-danger-700 before:font-bold before:content-['!']"
        >
          {problem}
        </p>
      )}
    </div>
  )
}

function defaultOf(defaults: Settings, key: SettingKey): Partial<Settings> {
  return { [key]: defaults[key] }
}

export function hintId(key: SettingKey) {
  return `about-${key.replace('.', '-')}`
}

export const settingLabel = 'text-sm font-medium text-gray-800'
