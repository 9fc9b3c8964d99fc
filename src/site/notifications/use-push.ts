import { useEffect, useState } from 'react'
import { useApi, useBoot } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

/** How it stands with push in this browser. Nothing is known before the browser was asked. */
export type PushState = 'looking' | 'unsupported' | 'denied' | 'off' | 'on'

type Known = { pushKey: string; endpoints: string[] }

/** Turns push on and off in this browser. It asks for permission only when somebody presses. */
export function usePush({ pushKey, endpoints }: Known) {
  const api = useApi()
  const { base } = useBoot()
  const [state, setState] = useState<PushState>('looking')
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    let left = false
    void look(base, endpoints).then((found) => left || setState(found))
    return () => {
      left = true
    }
  }, [base, endpoints])

  async function turnOn() {
    if ((await Notification.requestPermission()) !== 'granted') return setState(await look(base, endpoints))
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
      await toast({ tone: 'danger', title: on ? 'Push is still on' : 'Push is still off', description })
    }
    setBusy(false)
  }

  return { state, busy, toggle }
}

async function look(base: string, endpoints: string[]): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await navigator.serviceWorker.getRegistration(base)
  const own = await registration?.pushManager.getSubscription()
  // It may have been turned on by somebody else who uses this browser.
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
  // One that was made with another key of the site cannot be changed.
  await old?.unsubscribe()
  return registration.pushManager.subscribe(wanted)
}

async function reasonOf(error: unknown) {
  if (error instanceof DOMException) return 'The push service of this browser could not be reached. Try again later.'
  const { sentenceOf } = await import('#site/errors/messages.ts')
  return sentenceOf(error)
}
