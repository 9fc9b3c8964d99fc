import type { ReactNode } from 'react'
import { useHref } from 'react-router'
import type { SignInPicture } from '#contract/banners.ts'
import { Logo } from '#site/logo.tsx'
import { type DataArgs, usePageData } from '#site/page.ts'
import { AuthPanel } from './auth-panel.tsx'

type AuthData = (args: DataArgs) => Promise<{ picture?: SignInPicture | null } | null>

/** The form beside the picture of the day or the tagline. Small screens show only the form. */
export function AuthFrame({ children }: { children: ReactNode }) {
  const latest = useHref('/latest')
  const data = usePageData<AuthData>()
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
      <div className="relative hidden lg:block">
        <div className="sticky top-0 h-dvh">
          <AuthPanel shown={data?.picture ?? null} sizes="50vw" />
        </div>
      </div>
    </div>
  )
}
