import { type ComponentType, useEffect, useState } from 'react'
import type { ToastOptions, ToasterProps } from './toast-options.ts'

let toaster: Promise<typeof import('./toaster.tsx')> | null = null
const hosts = new Set<(found: ComponentType<ToasterProps>) => void>()

/** Shows a toast. Its code is loaded with the first one. */
export async function toast(options: ToastOptions) {
  toaster ??= import('./toaster.tsx').catch((error: unknown) => {
    // The next toast tries again.
    toaster = null
    throw error
  })
  const { Toaster, showToast } = await toaster
  for (const show of hosts) show(Toaster)
  showToast(options)
}

/** Renders the toasts, once there is one. */
export function ToastHost(props: ToasterProps) {
  const [Toaster, setToaster] = useState<ComponentType<ToasterProps> | null>(null)
  useEffect(() => {
    const show = (found: ComponentType<ToasterProps>) => setToaster(() => found)
    hosts.add(show)
    // A toast may have been requested before this was mounted.
    void toaster?.then(({ Toaster: found }) => show(found))
    return () => void hosts.delete(show)
  }, [])
  return Toaster && <Toaster {...props} />
}
