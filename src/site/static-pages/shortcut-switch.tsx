import { useEffect, useState } from 'react'
import { setShortcutsOn, shortcutsAreOn } from '#site/browser/shortcut-keys.ts'
import { Switch } from '#site/ui/switch.tsx'

/** Turns the shortcuts of one character on and off, in this browser. */
export function ShortcutSwitch() {
  // Only the browser knows the setting.
  const [on, setOn] = useState<boolean | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => setOn(shortcutsAreOn()), [])
  return (
    <div>
      <Switch
        label="Single-key shortcuts"
        checked={on ?? true}
        disabled={on === null}
        onCheckedChange={(wanted) => {
          const stored = setShortcutsOn(wanted)
          setFailed(!stored)
          if (stored) setOn(wanted)
        }}
      />
      <p className="mt-1 text-sm text-gray-600">
        Turn them off if you use speech input or press keys by accident. This setting applies to this browser.
      </p>
      {failed && (
        <p role="alert" className="mt-2 text-sm text-danger-700">
          Your browser blocks storage for this site. Allow it, then try again.
        </p>
      )}
    </div>
  )
}
