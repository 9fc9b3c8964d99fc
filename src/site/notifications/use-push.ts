import { useEffect, useState } from 'react'
import { useApi, useBoot } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

export type PushState = 'checking' | 'unsupported' | 'denied' | 'off' | 'on'

type Known = { pushKey: string; endpoints: string[] }

/** Asks for permission only after a click. */
export function usePush({ pushKey, endpoints }: Known) {
  const api = useApi()
  const { base } = useBoot()
  const [state, setState] = useState<PushState>('checking')
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    let unmounted = false
    void getPushState(base, endpoints).then((found) => unmounted || setState(found))
    return () => {
      unmounted = true
    }
  }, [base, endpoints])

  async function turnOn() {
    if ((await Notification.requestPermission()) !== 'granted') return setState(await getPushState(base, endpoints))
    const subscription = await subscribe(base, pushKey)
    const { endpoint = '', keys = {} } = subscription.toJSON()
    try {
      const { p256dh = '', auth = '' } = keys
      await api('POST /api/push', { body: { endpoint, keys: { p256dh, auth } } })
    } catch (error) {
      await subscription.unsubscribe()
      throw error
    }
    setState('on')
  }

  async function turnOff() {
    const registration = await navigator.serviceWorker.getRegistration(base)
    const subscription = await registration?.pushManager.getSubscription()
    if (subscription) {
      await api('POST /api/push/end', { body: { endpoint: subscription.endpoint } })
      await subscription.unsubscribe()
    }
    setState('off')
  }

  async function toggle() {
    if (busy) return
    setBusy(true)
    const on = state === 'on'
    try {
      await (on ? turnOff() : turnOn())
    } catch (error) {
      const description = await reasonOf(error)
      await toast({ tone: 'danger', title: on ? 'Couldn’t turn off push' : 'Couldn’t turn on push', description })
    }
    setBusy(false)
  }

  return { state, busy, toggle }
}

async function getPushState(base: string, endpoints: string[]): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await navigator.serviceWorker.getRegistration(base)
  const own = await registration?.pushManager.getSubscription()
  // The subscription may belong to another account in this browser.
  return own && endpoints.includes(own.endpoint) ? 'on' : 'off'
}

function isSupported() {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

async function subscribe(base: string, pushKey: string) {
  const registration =
    (await navigator.serviceWorker.getRegistration(base)) ??
    (await navigator.serviceWorker.register(`${base}sw.js`, { scope: base }))
  await navigator.serviceWorker.ready
  const wanted = { userVisibleOnly: true, applicationServerKey: pushKey }
  const old = await registration.pushManager.getSubscription()
  // A subscription made with another key cannot be updated.
  await old?.unsubscribe()
  return registration.pushManager.subscribe(wanted)
}

async function reasonOf(error: unknown) {
  if (error instanceof DOMException) return 'Couldn’t reach the push service of this browser. Try again later.'
  const { errorMessage } = await import('#site/errors/messages.ts')
  return errorMessage(error)
}
