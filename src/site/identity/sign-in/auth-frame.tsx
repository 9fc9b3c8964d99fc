import type { ReactNode } from 'react'
import { useHref } from 'react-router'
import { Logo } from '#site/logo.tsx'
import { useShell } from '#site/page.ts'

/** The form beside a panel with the tagline. Small screens show only the form. */
export function AuthFrame({ children }: { children: ReactNode }) {
  const latest = useHref('/latest')
  return (
    <div className="grid min-h-dvh grid-cols-1 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col px-5 py-4 sm:px-10 sm:py-6">
        <Logo />
        <div className="mx-auto w-full max-w-sm flex-1 pt-8 pb-12 sm:pt-[12dvh]">
          <noscript>
            <p className="mb-8 rounded-md border border-warning-200 bg-warning-50 px-4 py-3 text-sm text-warning-800">
              Accounts need JavaScript. Turn it on in your browser’s settings and load this page again. You can read{' '}
              <a href={latest} className="font-medium underline">
                stories
              </a>{' '}
              without it.
            </p>
          </noscript>
          {/* Nothing here can be sent without scripts; the links still work. */}
          <div className="noscript:[&_button]:hidden noscript:[&_form]:hidden">{children}</div>
        </div>
      </div>
      <Panel />
    </div>
  )
}

function Panel() {
  const { site } = useShell()
  return (
    <div className="relative hidden overflow-hidden bg-primary-900 lg:block">
      <Berries />
      <div className="sticky top-0 flex h-dvh flex-col justify-end p-14 xl:p-20">
        <p className="max-w-lg font-serif text-3xl tracking-tight text-balance text-white" dir="auto">
          {site.tagline || site.name}
        </p>
        {site.tagline && <p className="mt-6 text-md text-primary-200">{site.name}</p>}
      </div>
    </div>
  )
}

/** The logo, enlarged as a background. */
function Berries() {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden
      className="absolute -end-[20%] -top-[12%] h-[85dvh] fill-primary-800 opacity-50"
    >
      <path d="M16 11c-5-6 1-10 5-9-1 5-2 7-5 9Z" />
      {[
        [11.5, 14.5, 4],
        [20.5, 14.5, 4],
        [8.5, 21, 4],
        [16, 20.5, 4.2],
        [23.5, 21, 4],
        [12.2, 26.5, 3.8],
        [19.8, 26.5, 3.8],
      ].map(([x, y, r]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} className="stroke-primary-900" strokeWidth={0.2} />
      ))}
    </svg>
  )
}
