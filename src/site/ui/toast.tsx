import { type ComponentType, useEffect, useState } from 'react'
import type { ToastOptions, ToasterProps } from './toast-options.ts'

let toaster: Promise<typeof import('./toaster.tsx')> | null = null
const hosts = new Set<(found: ComponentType<ToasterProps>) => void>()

/** Says something in passing. The code that draws it is loaded with the first one. */
export async function toast(options: ToastOptions) {
  toaster ??= import('./toaster.tsx').catch((error: unknown) => {
    // The next one tries again.
    toaster = null
    throw error
  })
  const { Toaster, showToast } = await toaster
  for (const show of hosts) show(Toaster)
  showToast(options)
}

/** Where toasts appear, once there is one. */
export function ToastHost(props: ToasterProps) {
  const [Toaster, setToaster] = useState<ComponentType<ToasterProps> | null>(null)
  useEffect(() => {
    const show = (found: ComponentType<ToasterProps>) => setToaster(() => found)
    hosts.add(show)
    // One may have been said before this was here.
    void toaster?.then(({ Toaster: found }) => show(found))
    return () => void hosts.delete(show)
  }, [])
  return Toaster && <Toaster {...props} />
}
