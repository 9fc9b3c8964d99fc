import { Icon } from '#site/ui/icon.tsx'
import { Switch } from '#site/ui/switch.tsx'
import { type PushState, usePush } from './use-push.ts'

const words: Record<PushState, string> = {
  checking: 'Checking…',
  unsupported:
    'This browser doesn’t support push notifications. On an iPhone or iPad, add the site to your home screen and open it from there.',
  denied: 'Notifications are blocked for this site. Allow them in your browser settings, then reload the page.',
  off: 'Get the notifications selected below on this device, even when the site is closed.',
  on: 'You get the notifications selected below on this device until you turn this off or sign out.',
}

export function PushSection({ pushKey, endpoints }: { pushKey: string; endpoints: string[] }) {
  const { state, busy, toggle } = usePush({ pushKey, endpoints })
  const possible = state === 'on' || state === 'off'
  return (
    <section aria-labelledby="push-here" className="rounded-lg border border-gray-200 px-4 py-3 sm:px-5">
      <h3 id="push-here" className="sr-only">
        Push notifications in this browser
      </h3>
      <Switch
        label={
          <span className="flex items-center gap-2 font-medium text-gray-900">
            <Icon name="bell-ring" size={18} className="text-gray-500" />
            Push notifications in this browser
          </span>
        }
        aria-describedby="push-here-state"
        checked={state === 'on'}
        disabled={!possible || busy}
        onCheckedChange={() => void toggle()}
      />
      <output id="push-here-state" className="mt-1 block text-sm text-gray-600">
        {words[state]}
        <Others count={endpoints.length} here={state === 'on'} />
      </output>
    </section>
  )
}

/** The count is from when the page was opened. */
function Others({ count, here }: { count: number; here: boolean }) {
  const others = here ? count - 1 : count
  if (others <= 0) return null
  return <span> Also on in {others === 1 ? '1 other browser' : `${others} other browsers`}.</span>
}
