import { Icon } from '#site/ui/icon.tsx'
import { Switch } from '#site/ui/switch.tsx'
import { type PushState, usePush } from './use-push.ts'

const words: Record<PushState, string> = {
  looking: 'One moment …',
  unsupported:
    'This browser does not offer it. On an iPhone or iPad, add the site to your home screen first and open it from there.',
  denied:
    'You have told this browser not to show notifications of this site. Allow them in its settings, then load the page again.',
  off: 'Your device tells you of what is chosen below, even when the site is closed.',
  on: 'Your device tells you of what is chosen below, until you turn it off here or sign out.',
}

/** Push in the browser that shows this page; each has its own. */
export function PushSection({ pushKey, endpoints }: { pushKey: string; endpoints: string[] }) {
  const { state, busy, toggle } = usePush({ pushKey, endpoints })
  const possible = state === 'on' || state === 'off'
  return (
    <section aria-labelledby="push-here" className="rounded-lg border border-gray-200 px-4 py-3 sm:px-5">
      <h3 id="push-here" className="sr-only">
        Push in this browser
      </h3>
      <Switch
        label={
          <span className="flex items-center gap-2 font-medium text-gray-900">
            <Icon name="bell-ring" size={18} className="text-gray-500" />
            Push in this browser
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

/** How many others there are, as they were when the page was opened. */
function Others({ count, here }: { count: number; here: boolean }) {
  const others = here ? count - 1 : count
  if (others <= 0) return null
  return <span> It is on in {others === 1 ? 'one other browser' : `${others} other browsers`}.</span>
}
