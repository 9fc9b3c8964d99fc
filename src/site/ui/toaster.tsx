import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { Icon } from './icon.tsx'
import type { ToastOptions, ToasterProps } from './toast-options.ts'

const manager = Toast.createToastManager()
const icons = { info: 'info', success: 'circle-check', danger: 'circle-alert' }
let lastId = 0

/** IDs are timestamps, made unique within a millisecond. */
export function nextToastId(now = Date.now()) {
  lastId = Math.max(lastId + 1, now)
  return String(lastId)
}

// The first toast is added before the viewport is mounted.
const waiting: ToastOptions[] = []
let mounted = false

export function showToast(options: ToastOptions) {
  if (!mounted) return void waiting.push(options)
  const { title, description, tone = 'info', action, deadlineMs } = options
  const id = nextToastId()
  const act = () => {
    manager.close(id)
    action?.run()
  }
  manager.add({
    id,
    title,
    description,
    type: tone,
    priority: tone === 'danger' ? 'high' : 'low',
    // Base UI pauses its own timers; 0 is none.
    ...(deadlineMs !== undefined && { timeout: 0 }),
    ...(action && { actionProps: { children: action.label, onClick: act } }),
  })
  if (deadlineMs !== undefined) setTimeout(() => manager.close(id), deadlineMs)
}

/** Toasts at the bottom of the window. Their timeout pauses on hover and focus, unless they have a deadline. */
export function Toaster({ timeoutMs, closeLabel }: ToasterProps) {
  useEffect(() => {
    mounted = true
    waiting.splice(0).forEach(showToast)
    return () => {
      mounted = false
    }
  }, [])
  return (
    <Toast.Provider toastManager={manager} timeout={timeoutMs} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-96 flex-col gap-2 pb-[env(safe-area-inset-bottom)] sm:start-auto sm:end-6">
          <ToastList closeLabel={closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList({ closeLabel }: { closeLabel: string }) {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      data-toast=""
      // Base UI hides urgent toasts and close buttons from screen readers although they can be focused. Urgent toasts
      // are announced by an alert of their own, so this copy must not be announced as well.
      aria-hidden={false}
      aria-live={toast.priority === 'high' ? 'off' : undefined}
      className="w-full rounded-md bg-gray-900 text-white shadow-float transition-[opacity,transform] data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-start gap-3 py-3 ps-4 pe-2">
        <Icon name={icons[toneOf(toast.type)]} className="mt-1" />
        <div className="min-w-0 flex-1 py-0.5 text-sm">
          <Toast.Title className="font-medium" />
          <Toast.Description className="text-gray-300" />
        </div>
        <Toast.Action className="min-h-8 rounded-full px-3 text-sm font-semibold text-primary-200 hover:bg-gray-700" />
        <Toast.Close
          aria-hidden={false}
          aria-label={closeLabel}
          className="grid size-8 place-items-center rounded-full hover:bg-gray-700"
        >
          <Icon name="x" size={16} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}

function toneOf(type: string | undefined): keyof typeof icons {
  return type === 'success' || type === 'danger' ? type : 'info'
}
